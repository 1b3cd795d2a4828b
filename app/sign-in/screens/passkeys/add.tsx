import { useForm } from '@conform-to/react';
import { data as reply, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { askForNewPasskey, enrolPasskey } from '#app/sign-in/commands/passkey/enrol.ts';
import { addresses } from '#app/kit/addresses.ts';
import { password } from '#app/sign-in/forms/credential.ts';
import { passkeyName } from '#app/sign-in/forms/passkey.ts';
import { programOf } from '#app/sign-in/screens/program.ts';
import { parseForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { Button } from '#app/ui/button/button.tsx';
import { DialogPage } from '#app/ui/dialog/dialog.tsx';
import { DialogForm } from '#app/ui/dialog/form-dialog-page.tsx';
import { TextField } from '#app/ui/field/field.tsx';
import { PasswordField } from '#app/ui/field/password-field.tsx';
import { SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Add a passkey - Imprimatur' }];

const asking = z.object({ name: passkeyName, password });
const enrolling = z.object({ name: passkeyName, passkey: z.string() });

export const loader = screenLoader({
  access: 'signed-in',
  load: async ({ ports, request, viewer }) => ({
    commandId: ports.newId(),
    email: viewer.email,
    name: programOf(request.headers.get('user-agent')),
  }),
});

/** First the password, then what the browser made. */
export const action = screenAction({
  access: 'signed-in',
  async act(page) {
    const sent = await page.request.formData();
    if (sent.has('passkey')) {
      const form = parseForm(page, sent, enrolling);
      if (!form.ok) return form.showAgain({ asked: null });
      const result = await form.run(enrolPasskey, form.values);
      if (!result.ok) return form.refused(result.failure, failed.addPasskey, { asked: null });
      return redirectTo(page, addresses.secondFactor(), `The passkey ${form.values.name} is added.`);
    }
    const form = parseForm(page, sent, asking);
    if (!form.ok) return form.showAgain({ asked: null });
    const result = await form.run(askForNewPasskey, form.values);
    if (!result.ok) return form.refused(result.failure, failed.addPasskey, { asked: null });
    const asked = { name: form.values.name, options: JSON.stringify(result.value) };
    return reply({ lastResult: undefined, problem: null, asked });
  },
});

/** Adds a passkey to one's own account. */
export default function AddPasskey() {
  const { commandId, email, name } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof asking>>({
    id: 'add-passkey',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { name },
  });
  return (
    <Page>
      <DialogPage
        title="Add a passkey"
        lede="Your device, your browser or a security key holds a passkey, and opens it with your finger, face or PIN."
        back={addresses.secondFactor()}
      >
        {answer?.asked ? (
          <MakePasskey commandId={commandId} asked={answer.asked} />
        ) : (
          <DialogForm
            form={form}
            commandId={commandId}
            button={<SubmitButton pendingLabel="Checking…">Continue</SubmitButton>}
          >
            <noscript>
              <Notice kind="wait">Browsers make passkeys with JavaScript alone. Turn it on to add one.</Notice>
            </noscript>
            <input type="email" autoComplete="username" value={email} readOnly hidden />
            <TextField field={fields.name} label="Name" hint="To tell your passkeys apart" maxLength={100} required />
            <PasswordField field={fields.password} label="Password" autoComplete="current-password" required />
          </DialogForm>
        )}
      </DialogPage>
    </Page>
  );
}

type MakePasskeyProps = { commandId: string; asked: { name: string; /** JSON. */ options: string } };

/** The browser makes the passkey, and the form sends what it made. */
function MakePasskey({ commandId, asked }: MakePasskeyProps) {
  const made = useRef<HTMLInputElement>(null);
  const [waits, setWaits] = useState(true);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let left = false;
    const make = async () => {
      try {
        const { makePasskey } = await import('./browser.ts');
        const answer = await makePasskey(asked.options);
        if (left || !made.current) return;
        made.current.value = answer;
        made.current.form?.requestSubmit();
      } catch {
        if (!left) setWaits(false);
      }
    };
    setWaits(true);
    void make();
    return () => {
      left = true;
    };
  }, [asked, attempt]);
  return (
    <DialogForm
      id="make-passkey"
      commandId={commandId}
      showsSaved={false}
      button={
        <Button type="button" onClick={() => setAttempt(attempt + 1)} disabled={waits}>
          Try again
        </Button>
      }
    >
      <input type="hidden" name="name" value={asked.name} />
      <input ref={made} type="hidden" name="passkey" defaultValue="" />
      {waits ? (
        <p role="status">Follow your browser: it asks where to keep the passkey.</p>
      ) : (
        <Notice kind="stop" live="alert">
          No passkey was made. This device may already have one of yours, or the browser was stopped.
        </Notice>
      )}
    </DialogForm>
  );
}
