import { z } from 'zod';
import { uid } from '#events/common.ts';
import { addMs, isAfter, msBetween, type Instant } from '#events/time.ts';
import { disableWebhook } from '#app/integrations/commands/webhooks/disable.ts';
import { forEachOrganisation } from '#app/kit/job/organisations.ts';
import type { Task } from '#app/kit/job/task.ts';
import type { Ports } from '#app/kit/ports.ts';
import { isWaiting } from '#app/integrations/adapters/is-waiting.ts';
import * as deliveries from '#app/integrations/adapters/deliveries.ts';
import { deliverWebhooksTask as name, enqueueDeliveries, wakeWebhooks } from '#app/integrations/adapters/enqueue.ts';

const webhookReference = z.object({ org: uid, webhook: uid });
type WebhookReference = z.infer<typeof webhookReference>;

/** Milliseconds after which a job lets others have its place and goes on in another one. */
const longestRun = 30_000;
/** For so long the former secret signs too. */
const overlap = 24 * 3_600_000;
/** The log of deliveries holds so much. */
const logLifetime = 30 * 86_400_000;

/** Adds the job of each webhook after an event. */
export const wakeWebhooksJob: Task<{ org: string }> = {
  name: 'wake-webhooks',
  payload: z.object({ org: uid }),
  run: ({ org }, { database }) => database.tenant(org, (db) => wakeWebhooks(db, org)),
};

/** The same for every organisation, in case a job was lost. */
export const wakeWebhooksSweepJob: Task = {
  name: 'wake-webhooks-sweep',
  payload: z.unknown(),
  run: (_payload, ports) =>
    forEachOrganisation(ports, (org) => ports.database.tenant(org, (db) => wakeWebhooks(db, org))),
};

/** Deletes deliveries of a month ago from the log. What still waits stays, unless its webhook was removed. */
export const purgeDeliveriesJob: Task = {
  name: 'purge-webhook-deliveries',
  payload: z.unknown(),
  run: (_payload, ports) =>
    forEachOrganisation(ports, async (org) => {
      const before = addMs(ports.now(), -logLifetime);
      await ports.database.tenant(org, (db) =>
        db
          .deleteFrom('app.webhook_delivery')
          .where('created_at', '<', before)
          .where((eb) =>
            eb.or([
              eb.and([eb('state', '!=', 'once'), eb.not(isWaiting(eb))]),
              eb('webhook_uid', 'in', eb.selectFrom('read.webhook').select('uid').where('removed_at', 'is not', null)),
            ]),
          )
          .execute(),
      );
    }),
};

/** Sends what waits for one webhook, in order. A delivery that fails holds back those after it. */
export const deliverWebhooksJob: Task<WebhookReference> = {
  name,
  payload: webhookReference,
  waitsForOthers: 'webhooks',
  async run(reference, ports, stopping) {
    const { org } = reference;
    const until = performance.now() + longestRun;
    const goOnAfter = (wait: number) => ports.database.tenant(org, (db) => enqueueDeliveries(db, reference, { wait }));
    for (;;) {
      const webhook = await deliveries.readWebhook(ports.database, reference);
      if (!webhook) return;
      const next = await deliveries.nextDeliveries(ports.database, org, webhook);
      if (next.length === 0 && (webhook.disabled_at !== null || !(await deliveries.collect(ports, org, webhook))))
        return;
      for (const delivery of next) {
        if (stopping?.aborted || performance.now() > until) return goOnAfter(0);
        const early = msBetween(ports.now(), delivery.next_at) / 1000;
        if (early > 0) return goOnAfter(early);
        if (await deliveries.wasSkipped(ports.database, org, delivery)) continue;
        const sent = await deliver(ports, webhook, delivery, stopping);
        if (sent === 'stopped') return goOnAfter(0);
        if (sent === 'failed' && delivery.state === 'waiting') break;
      }
    }
  },
};

/** One attempt, recorded. 'stopped': the server stops, and the attempt does not count. */
async function deliver(
  ports: Ports,
  webhook: deliveries.Registered,
  delivery: deliveries.Delivery,
  stopping: AbortSignal | undefined,
): Promise<'delivered' | 'failed' | 'stopped'> {
  const { database, webhooks, log } = ports;
  const { org_id: org, uid, url } = webhook;
  const now = ports.now();
  const attempt = await webhooks.attempt({
    id: delivery.uid,
    url,
    body: delivery.body,
    secrets: secretsOf(webhook, now).map((secret) => webhooks.secretOf({ org, webhook: uid, secret })),
    now,
    stopping,
  });
  if (attempt.status === null && stopping?.aborted) return 'stopped';
  const isOff = webhook.disabled_at !== null;
  const { off } = deliveries.afterAttempt(delivery, attempt, isOff);
  if (off !== null) {
    const disabled = await disableWebhook(ports, org, uid, off);
    if (!disabled.ok) throw new Error(`A webhook could not be turned off: ${disabled.failure.code}`);
  }
  await deliveries.recordAttempt(database, org, delivery, { attempt, at: ports.now(), isOff });
  const { outcome, status } = attempt;
  log.info({ org, webhook: uid, delivery: delivery.uid, status, outcome, off }, 'webhook.sent');
  return outcome === 'delivered' ? 'delivered' : 'failed';
}

/** The secrets that sign at this moment. */
function secretsOf(
  { secret_uid: secret, former_secret_uid: former, rotated_at: at }: deliveries.Registered,
  now: Instant,
) {
  const both = former !== null && at !== null && isAfter(addMs(at, overlap), now);
  return both ? [secret, former] : [secret];
}
