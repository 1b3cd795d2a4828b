import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { revokeServiceAccount } from '#app/integrations/commands/service-accounts/manage.ts';
import { accountLoader } from '#app/integrations/screens/service-accounts/account-loader.ts';
import { readForm, redirectTo } from '#app/kit/screen/form.ts';
import { uidParams } from '#app/kit/screen/route-input.ts';
import { screenAction } from '#app/kit/screen/screen.ts';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { pageTitle } from '#app/ui/text/page-title.ts';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Revoke service account', data?.account.name);

export const loader = accountLoader;

export const action = screenAction({
  access: 'service_account.manage',
  params: uidParams,
  async act(page) {
    const form = await readForm(page, z.object({}), { command: revokeServiceAccount });
    if (!form.ok) return form.showAgain();
    const result = await form.run(revokeServiceAccount, { ...form.values, account: page.params.uid });
    if (!result.ok) return form.refused(result.failure, failed.revokeServiceAccount);
    return redirectTo(page, addresses.settingsApi(), `The service account ${result.value.name} is revoked.`);
  },
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
