import { getWebhook } from '#app/integrations/queries/webhooks/list.ts';
import { screenLoader, uidParams } from '#app/kit/screen/screen.ts';

/** The webhook that a page is about. */
export const webhookLoader = screenLoader({
  access: 'webhook.manage',
  params: uidParams,
  load: async ({ ask, params, ports }) => ({
    webhook: await ask(getWebhook, { webhook: params.uid }),
    commandId: ports.newId(),
  }),
});
