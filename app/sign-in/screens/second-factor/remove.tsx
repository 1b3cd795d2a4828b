import { useForm } from '@conform-to/react';
import { redirect, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { needsFactor } from '#events/organisation/second-factor.ts';
import { removeApp } from '#app/sign-in/commands/authenticator-app.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader } from '#app/kit/screen/screen.ts';
import { getOwnApp } from '#app/kit/people/second-factor.ts';
import { OwnPassword, ownPasswordLabels } from '#app/sign-in/screens/second-factor/own-password.tsx';
import { failed } from '#app/kit/words/refusals.ts';
import { FormDialogPage } from '#app/ui/dialog/form-dialog-page.tsx';
import { SubmitButton, useLastResult } from '#app/ui/form/form.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Remove your second factor - Imprimatur' }];

export const loader = screenLoader({
  access: 'signed-in',
  async load({ ask, ports, viewer }) {
    const { since } = await ask(getOwnApp, {});
    if (since === null || needsFactor(viewer.settings, viewer.uid)) throw redirect(addresses.secondFactor());
    return { email: viewer.email, commandId: ports.newId() };
  },
});

export const action = commandAction({
  access: 'signed-in',
  command: removeApp,
  form: removeApp.input,
  failed: failed.secondFactor,
  done: () => [addresses.secondFactor(), 'Your second factor is removed.'],
});

/** Removes one's own authenticator app, where the organisation does not ask for one. */
export default function RemoveSecondFactor() {
  const { email, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof removeApp.input>>({
    id: 'remove-app',
    lastResult: useLastResult(answer?.lastResult),
  });
  return (
    <FormDialogPage
      title="Remove your second factor"
      back={addresses.secondFactor()}
      form={form}
      commandId={commandId}
      labels={ownPasswordLabels}
      button={
        <SubmitButton kind="stop-solid" pendingLabel="Removing…">
          Remove
        </SubmitButton>
      }
    >
      <p>From now on your password alone signs you in. Your app and your recovery codes stop working.</p>
      <OwnPassword field={fields.currentPassword} email={email} />
    </FormDialogPage>
  );
}
