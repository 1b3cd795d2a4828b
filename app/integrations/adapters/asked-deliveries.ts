import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/database.ts';
import { bodyOf } from '#app/integrations/adapters/body.ts';
import { isWaiting } from '#app/integrations/adapters/is-waiting.ts';
import { enqueueDeliveries } from '#app/integrations/adapters/enqueue.ts';

/** A delivery that an admin asks for, now. */
export interface AskedDelivery {
  org: string;
  webhook: string;
  delivery: string;
  now: Instant;
}

/** Sends the kind `test` once, before what waits. `delivery` is a new uid. */
export function sendTest(
  database: Pick<Database, 'tenant'>,
  { org, webhook, delivery: uid, now }: AskedDelivery,
): Promise<void> {
  return database.tenant(org, async (db) => {
    await db
      .insertInto('app.webhook_delivery')
      .values({
        org_id: org,
        uid,
        webhook_uid: webhook,
        position: null,
        kind: 'test',
        body: bodyOf({ id: uid, kind: 'test', time: now, organisation: org, position: null, uids: { webhook } }),
        state: 'once',
        created_at: now,
        next_at: now,
      })
      .execute();
    await enqueueDeliveries(db, { org, webhook }, 'now');
  });
}

/** Sends a delivery again, with the same id: one attempt; what still waits is tried at once and keeps its turn. */
export function sendAgain(
  database: Pick<Database, 'tenant'>,
  { org, webhook, delivery, now }: AskedDelivery,
): Promise<boolean> {
  return database.tenant(org, async (db) => {
    const found = await db
      .updateTable('app.webhook_delivery')
      .set((eb) => ({
        state: eb
          .case()
          .when(isWaiting(eb))
          .then('waiting' as const)
          .else('once' as const)
          .end(),
        asked: true,
        next_at: now,
      }))
      .where('webhook_uid', '=', webhook)
      .where('uid', '=', delivery)
      .returning('uid')
      .executeTakeFirst();
    if (found) await enqueueDeliveries(db, { org, webhook }, 'now');
    return found !== undefined;
  });
}
