import type { MetaArgs } from '@remix-run/node';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { skipDelivery } from '#app/integrations/commands/webhooks/send.ts';
import { WebhookAct } from '#app/integrations/screens/webhooks/webhook-act.tsx';
import { webhookLoader } from '#app/integrations/screens/webhooks/webhook-loader.ts';
import { readForm, redirectTo, screenAction, uidParams } from '#app/kit/screen/screen.ts';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Skip delivery', data?.webhook.url);

export const loader = webhookLoader;

export const action = screenAction({
  access: 'webhook.manage',
  params: uidParams.extend({ delivery: z.uuid().toLowerCase() }),
  async act(page) {
    const { uid, delivery } = page.params;
    const form = await readForm(page, z.object({}), { command: skipDelivery });
    if (!form.ok) return form.showAgain();
    const result = await form.run(skipDelivery, { ...form.values, webhook: uid, delivery });
    if (!result.ok) return form.refused(result.failure, failed.skipDelivery);
    return redirectTo(page, addresses.webhook(uid), 'The delivery is skipped.');
  },
});

/** Skips a delivery that waits to be sent, for a reason. */
export default function SkipDelivery() {
  return (
    <WebhookAct
      id="skip"
      title="Skip delivery"
      always
      button={
        <SubmitButton kind="stop" pendingLabel="Skipping…">
          Skip delivery
        </SubmitButton>
      }
    >
      It is not sent to this webhook, and the deliveries after it are sent next.
    </WebhookAct>
  );
}
