import { useForm } from '@conform-to/react';
import { data, redirect, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { renewRecoveryCodes, type Issued } from '#app/sign-in/commands/authenticator-app.ts';
import { addresses } from '#app/kit/addresses.ts';
import { getOwnApp } from '#app/kit/people/second-factor.ts';
import { readForm, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { OwnPassword, ownPasswordLabels } from '#app/sign-in/screens/second-factor/own-password.tsx';
import { RecoveryCodes } from '#app/sign-in/screens/second-factor/recovery-codes.tsx';
import { failed } from '#app/kit/words/refusals.ts';
import { DialogBody, DialogPage } from '#app/ui/dialog/dialog.tsx';
import { FormDialogPage } from '#app/ui/dialog/form-dialog-page.tsx';
import { SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Page } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'New recovery codes - Imprimatur' }];

export const loader = screenLoader({
  access: 'signed-in',
  async load({ ask, ports, viewer }) {
    if ((await ask(getOwnApp, {})).since === null) throw redirect(addresses.secondFactor());
    return { email: viewer.email, commandId: ports.newId() };
  },
});

export const action = screenAction({
  access: 'signed-in',
  async act(page) {
    const form = await readForm(page, renewRecoveryCodes.input);
    if (!form.ok) return form.showAgain({ issued: null });
    const result = await form.run(renewRecoveryCodes, form.values);
    if (!result.ok) return form.refused(result.failure, failed.secondFactor, { issued: null });
    // Null where the form was carried out before.
    const issued: Issued = result.value ?? { codes: null };
    return data({ lastResult: undefined, problem: null, issued });
  },
});

/** Makes new recovery codes, and shows them once. */
export default function RenewRecoveryCodes() {
  const { email, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof renewRecoveryCodes.input>>({
    id: 'renew-codes',
    lastResult: useLastResult(answer?.lastResult),
  });
  if (answer?.issued) {
    return (
      <Page>
        <DialogPage title="Your recovery codes" back={addresses.secondFactor()}>
          <DialogBody>
            <RecoveryCodes codes={answer.issued.codes} next={addresses.secondFactor()} />
          </DialogBody>
        </DialogPage>
      </Page>
    );
  }
  return (
    <FormDialogPage
      title="New recovery codes"
      back={addresses.secondFactor()}
      form={form}
      commandId={commandId}
      labels={ownPasswordLabels}
      button={<SubmitButton pendingLabel="Making…">Make new codes</SubmitButton>}
    >
      <p>Your earlier recovery codes stop working.</p>
      <OwnPassword field={fields.currentPassword} email={email} />
    </FormDialogPage>
  );
}
