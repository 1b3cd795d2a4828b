import type { MetaArgs } from '@remix-run/node';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, uidParams } from '#app/kit/screen/screen.ts';
import { removeWebhook } from '#app/integrations/commands/webhooks/manage.ts';
import { WebhookAct } from '#app/integrations/screens/webhooks/webhook-act.tsx';
import { webhookLoader } from '#app/integrations/screens/webhooks/webhook-loader.ts';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Remove webhook', data?.webhook.url);

export const loader = webhookLoader;

export const action = commandAction({
  access: 'webhook.manage',
  params: uidParams,
  command: removeWebhook,
  input: ({ page }) => ({ webhook: page.params.uid }),
  failed: failed.removeWebhook,
  done: () => [addresses.settingsApi(), 'The webhook is removed.'],
});

/** Removes a webhook, for a reason. */
export default function RemoveWebhook() {
  return (
    <WebhookAct
      id="remove"
      title="Remove webhook"
      always
      button={
        <SubmitButton kind="stop" pendingLabel="Removing…">
          Remove webhook
        </SubmitButton>
      }
    >
      It is sent nothing more. Its log is deleted within 30 days.
    </WebhookAct>
  );
}
