import { registerWebhook } from '#app/integrations/commands/webhooks/manage.ts';
import { testWebhook } from '#app/integrations/commands/webhooks/send.ts';
import type { Site } from '#tests/http/site.ts';

/** Nothing listens there; the site allows private addresses. */
export const webhookUrl = 'http://127.0.0.1:9/hook';

/** Registers a webhook that was sent a test. */
export async function registerOne({ ours: { world, admin } }: Site): Promise<{ webhook: string; delivery: string }> {
  const { webhook } = await world.act(admin, registerWebhook, { url: webhookUrl, kinds: ['document.effective'] });
  return world.act(admin, testWebhook, { webhook });
}
