import { getServiceAccount } from '#app/integrations/queries/service-accounts/list.ts';
import { screenLoader, uidParams } from '#app/kit/screen/screen.ts';

/** The service account that a page is about. */
export const accountLoader = screenLoader({
  access: 'service_account.manage',
  params: uidParams,
  load: async ({ ask, params, ports }) => ({
    account: await ask(getServiceAccount, { account: params.uid }),
    commandId: ports.newId(),
  }),
});
