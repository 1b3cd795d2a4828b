import type { MetaArgs } from '@remix-run/node';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, uidParams } from '#app/kit/screen/screen.ts';
import { enableWebhook } from '#app/integrations/commands/webhooks/manage.ts';
import { WebhookAct } from '#app/integrations/screens/webhooks/webhook-act.tsx';
import { webhookLoader } from '#app/integrations/screens/webhooks/webhook-loader.ts';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Turn on webhook', data?.webhook.url);

export const loader = webhookLoader;

export const action = commandAction({
  access: 'webhook.manage',
  params: uidParams,
  command: enableWebhook,
  input: ({ page }) => ({ webhook: page.params.uid }),
  failed: failed.enableWebhook,
  done: ({ page }) => [addresses.webhook(page.params.uid), 'The webhook is turned on.'],
});

/** Turns a webhook on again. */
export default function EnableWebhook() {
  return (
    <WebhookAct
      id="enable"
      title="Turn on webhook"
      button={<SubmitButton pendingLabel="Turning on…">Turn on webhook</SubmitButton>}
    >
      It is first sent everything since the first failure, in order.
    </WebhookAct>
  );
}
