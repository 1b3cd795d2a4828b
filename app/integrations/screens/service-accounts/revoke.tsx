import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, uidParams } from '#app/kit/screen/screen.ts';
import { revokeServiceAccount } from '#app/integrations/commands/service-accounts/manage.ts';
import { accountLoader } from '#app/integrations/screens/service-accounts/account-loader.ts';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Revoke service account', data?.account.name);

export const loader = accountLoader;

export const action = commandAction({
  access: 'service_account.manage',
  params: uidParams,
  command: revokeServiceAccount,
  input: ({ page }) => ({ account: page.params.uid }),
  failed: failed.revokeServiceAccount,
  done: ({ value }) => [addresses.settingsApi(), `The service account ${value.name} is revoked.`],
});

/** Ends a service account, for a reason. */
export default function RevokeServiceAccount() {
  const { account, commandId } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="revoke"
      title={`Revoke ${account.name}`}
      back={addresses.settingsApi()}
      obstacle={account.revoked ? 'This service account is already revoked.' : null}
      commandId={commandId}
      always
      button={
        <SubmitButton kind="stop" pendingLabel="Revoking…">
          Revoke service account
        </SubmitButton>
      }
    >
      <p>Its token stops working at once, for good.</p>
    </ReasonPage>
  );
}
