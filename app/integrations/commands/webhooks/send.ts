import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { skipWebhookDelivery } from '#events/webhook/webhook.ts';
import { change } from '#app/kit/command/change.ts';
import { targetOf } from '#app/integrations/commands/webhooks/target.ts';
import { personalCommand, type CommandContext } from '#app/kit/command/command.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** Sends the kind `test` to a webhook. Deliveries are records of operation: the ledger has none of them. */
export const testWebhook = personalCommand({
  name: 'webhook.test',
  input: z.object({ webhook: sentUid() }),
  permission: 'webhook.manage',
  async run({ webhook }, context) {
    const { ports, org, now } = context;
    if (!(await isRegistered(context, webhook))) return refuse('not_found');
    const delivery = ports.newId();
    await ports.webhooks.sendTest({ org, webhook, delivery, now });
    return ok({ webhook, delivery });
  },
});

/** Sends a delivery again, with the same id. */
export const sendDeliveryAgain = personalCommand({
  name: 'webhook.send-again',
  input: z.object({ webhook: sentUid(), delivery: sentUid() }),
  permission: 'webhook.manage',
  async run({ webhook, delivery }, context) {
    const { ports, org, now } = context;
    if (!(await isRegistered(context, webhook))) return refuse('not_found');
    const found = await ports.webhooks.sendAgain({ org, webhook, delivery, now });
    return found ? ok({ webhook, delivery }) : refuse('not_found');
  },
});

/** Leaves a delivery out that waits to be sent, for a reason: those after it go on. */
export const skipDelivery = personalCommand({
  name: 'webhook.skip-delivery',
  input: z.object({ webhook: sentUid(), delivery: sentUid() }),
  permission: 'webhook.manage',
  reason: 'required',
  async run({ webhook, delivery, reason }, context) {
    const found = await readDelivery(context, webhook, delivery);
    if (!found) return refuse('not_found');
    const { kind, position, state } = found;
    return change(context, targetOf(webhook), (loaded, { principal }) => ({
      decision: skipWebhookDelivery(
        { principal, delivery: { delivery, kind, position }, waits: state === 'waiting', reason },
        loaded,
      ),
      answer: { webhook, delivery },
    }));
  },
});

const readDelivery = ({ ports, org }: CommandContext, webhook: string, delivery: string) =>
  ports.database.read(org, (db) =>
    db
      .selectFrom('app.webhook_delivery')
      .select(['kind', 'position', 'state'])
      .where('webhook_uid', '=', webhook)
      .where('uid', '=', delivery)
      .executeTakeFirst(),
  );

const isRegistered = ({ ports, org }: CommandContext, webhook: string): Promise<boolean> =>
  ports.database.read(org, async (db) => {
    const query = db.selectFrom('read.webhook').select('uid').where('uid', '=', webhook);
    return (await query.where('removed_at', 'is', null).executeTakeFirst()) !== undefined;
  });
