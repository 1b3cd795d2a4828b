import type { MetaArgs } from '@remix-run/node';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { removeWebhook } from '#app/integrations/commands/webhooks/manage.ts';
import { WebhookAct } from '#app/integrations/screens/webhooks/webhook-act.tsx';
import { webhookLoader } from '#app/integrations/screens/webhooks/webhook-loader.ts';
import { readForm, redirectTo } from '#app/kit/screen/form.ts';
import { uidParams } from '#app/kit/screen/route-input.ts';
import { screenAction } from '#app/kit/screen/screen.ts';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { pageTitle } from '#app/ui/text/page-title.ts';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Remove webhook', data?.webhook.url);

export const loader = webhookLoader;

export const action = screenAction({
  access: 'webhook.manage',
  params: uidParams,
  async act(page) {
    const { uid } = page.params;
    const form = await readForm(page, z.object({}), { command: removeWebhook });
    if (!form.ok) return form.showAgain();
    const result = await form.run(removeWebhook, { ...form.values, webhook: uid });
    if (!result.ok) return form.refused(result.failure, failed.removeWebhook);
    return redirectTo(page, addresses.settingsApi(), 'The webhook is removed.');
  },
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
