import { useForm } from '@conform-to/react';
import { data, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { enrolApp, pendingApp, type Issued } from '#app/sign-in/commands/authenticator-app.ts';
import { addresses } from '#app/kit/addresses.ts';
import { getOwnApp } from '#app/kit/people/second-factor.ts';
import { readForm, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { AppSetUpCode } from '#app/sign-in/screens/second-factor/app-set-up.tsx';
import { OwnPassword, ownPasswordLabels } from '#app/sign-in/screens/second-factor/own-password.tsx';
import { drawAppSetUp } from '#app/sign-in/screens/second-factor/qr.ts';
import { RecoveryCodes } from '#app/sign-in/screens/second-factor/recovery-codes.tsx';
import { failed } from '#app/kit/words/refusals.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { TextField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { BackLink, Page, PageHead, Section, SectionFoot } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Set up your second factor - Imprimatur' }];

/** Never after its form: the QR code would be another one. */
export const shouldRevalidate = () => false;

export const loader = screenLoader({
  access: 'signed-in',
  async load({ ask, ports, viewer, now }) {
    const { since } = await ask(getOwnApp, {});
    const { secret, organisation } = await pendingApp({ ports, now, org: viewer.org }, viewer.uid);
    const { email } = viewer;
    return {
      replaces: since !== null,
      setUp: drawAppSetUp(secret, { organisation, email }),
      email,
      commandId: ports.newId(),
    };
  },
});

export const action = screenAction({
  access: 'signed-in',
  async act(page) {
    const form = await readForm(page, enrolApp.input);
    if (!form.ok) return form.showAgain({ issued: null });
    const result = await form.run(enrolApp, form.values);
    if (!result.ok) return form.refused(result.failure, failed.secondFactor, { issued: null });
    // Null where the form was carried out before.
    const issued: Issued = result.value ?? { codes: null };
    return data({ lastResult: undefined, problem: null, issued });
  },
});

/** Sets up an authenticator app, or replaces the one before. */
export default function SetUpSecondFactor() {
  const { replaces, setUp, email, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof enrolApp.input>>({
    id: 'set-up-app',
    lastResult: useLastResult(answer?.lastResult),
  });
  if (answer?.issued)
    return (
      <Page>
        <PageHead title="Your recovery codes" />
        <Section id="codes" title="Recovery codes" narrow first>
          <RecoveryCodes codes={answer.issued.codes} next={addresses.secondFactor()} />
        </Section>
      </Page>
    );
  return (
    <Page>
      <BackLink to={addresses.secondFactor()}>Second factor</BackLink>
      <PageHead title={replaces ? 'Replace the app' : 'Set up an app'} />
      <Form form={form} commandId={commandId} labels={ownPasswordLabels} layout="bare">
        <Section
          id="scan"
          title="Scan"
          note="Open an authenticator app on your phone and scan the code with it. Any app for one-time codes works."
          narrow
          first
        >
          <AppSetUpCode {...setUp} />
        </Section>
        <Section
          id="confirm"
          title="Confirm"
          note={replaces ? 'The app before and its recovery codes stop working.' : undefined}
          narrow
        >
          <TextField
            field={fields.code}
            label="Code"
            hint="Six digits that the app shows now."
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={64}
            required
          />
          <OwnPassword field={fields.currentPassword} email={email} />
        </Section>
        <SectionFoot label="Set up" sentence="Recovery codes are shown once, after this.">
          <LinkButton to={addresses.secondFactor()}>Cancel</LinkButton>
          <SubmitButton pendingLabel="Checking…">{replaces ? 'Replace the app' : 'Set up the app'}</SubmitButton>
        </SectionFoot>
      </Form>
    </Page>
  );
}
