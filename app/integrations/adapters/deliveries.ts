import type { Selectable } from 'kysely';
import { decodePayload } from '#events/catalogue.ts';
import type { FullLedger } from '#events/ledger/append/append.ts';
import { addMs, type Instant } from '#events/time.ts';
import { announce, isAnnounced } from '#events/webhook/announce.ts';
import type { ReadWebhook } from '#projections/tables.ts';
import type { Database } from '#app/adapters/database/database.ts';
import { bodyOf } from '#app/integrations/adapters/body.ts';
import type { AppWebhookDelivery } from '#app/adapters/database/tables.ts';
import { isWaiting } from '#app/integrations/adapters/is-waiting.ts';
import type { Attempt } from '#app/integrations/adapters/webhooks.ts';

export type Delivery = Selectable<AppWebhookDelivery>;
export type Registered = Selectable<ReadWebhook>;

/** Events that are read at a time. */
const pageSize = 500;

/** Seconds until the next attempt, after each failed one: three days in all. */
const minute = 60;
const hour = 60 * minute;
const waits = [5, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 16 * hour, 24 * hour];

/** Seconds until the attempt after so many; null where it was the last. */
export const waitAfter = (attempts: number): number | null => waits[attempts - 1] ?? null;

/** A webhook that was not removed; null for any other. */
export const readWebhook = async (
  database: Database,
  { org, webhook }: { org: string; webhook: string },
): Promise<Registered | null> =>
  database.read(org, async (db) => {
    const query = db.selectFrom('read.webhook').selectAll().where('uid', '=', webhook).where('removed_at', 'is', null);
    return (await query.executeTakeFirst()) ?? null;
  });

/** The next deliveries of a webhook, in order: what an admin asked for first, and what waits only where it is on. */
export const nextDeliveries = (database: Database, org: string, { uid, disabled_at: off }: Registered) =>
  database.read(org, (db) =>
    db
      .selectFrom('app.webhook_delivery')
      .selectAll()
      .where('webhook_uid', '=', uid)
      .where((eb) => eb.or([eb('state', '=', 'once'), isWaiting(eb)]))
      .$if(off !== null, (some) => some.where((eb) => eb.or([eb('state', '=', 'once'), eb('asked', '=', true)])))
      .orderBy((eb) => eb.and([eb('state', '=', 'waiting'), eb('asked', '=', false)]))
      .orderBy('number')
      .limit(20)
      .execute(),
  );

/** Reads the ledger on for a webhook. Answers whether there was anything to read. */
export async function collect(
  { ledger, database, newId, now }: Ports,
  org: string,
  webhook: Registered,
): Promise<boolean> {
  const read = await database.read(org, (db) =>
    db.selectFrom('app.webhook_progress').select('position').where('webhook_uid', '=', webhook.uid).executeTakeFirst(),
  );
  const after = read?.position ?? webhook.registered_position;
  const events = await ledger.readPage(org, { after, limit: pageSize });
  const last = events.at(-1);
  if (!last) return false;
  const at = now();
  const deliveries = events
    .filter(({ type }) => isAnnounced(type))
    .flatMap((event) =>
      announce(decodePayload(event)).flatMap(({ kind, uids }) => {
        if (!webhook.kinds.includes(kind)) return [];
        const { position, recordedAt: time } = event;
        const uid = newId();
        return [{ uid, kind, position, body: bodyOf({ id: uid, kind, time, organisation: org, position, uids }) }];
      }),
    );
  await database.tenant(org, async (db) => {
    if (deliveries.length > 0)
      await db
        .insertInto('app.webhook_delivery')
        .values(
          deliveries.map((one) => ({
            ...one,
            org_id: org,
            webhook_uid: webhook.uid,
            state: 'waiting' as const,
            created_at: at,
            next_at: at,
          })),
        )
        .onConflict((conflict) => conflict.constraint('webhook_delivery_once').doNothing())
        .execute();
    const progress = { org_id: org, webhook_uid: webhook.uid, position: last.position };
    await db
      .insertInto('app.webhook_progress')
      .values(progress)
      .onConflict((conflict) => conflict.constraint('webhook_progress_pk').doUpdateSet({ position: last.position }))
      .execute();
  });
  return true;
}

interface Ports {
  ledger: Pick<FullLedger, 'readPage'>;
  database: Database;
  newId(): string;
  now(): Instant;
}

/** Whether an admin has skipped a delivery since it was read. */
export const wasSkipped = (database: Database, org: string, { uid, state }: Delivery): Promise<boolean> =>
  state === 'waiting'
    ? database.read(org, async (db) => {
        const query = db.selectFrom('read.webhook_skip').select('delivery_uid').where('delivery_uid', '=', uid);
        return (await query.executeTakeFirst()) !== undefined;
      })
    : Promise.resolve(false);

/**
 * What follows an attempt: its state, and the seconds until the next one; `off`: the webhook is turned off by it. What
 * waits for a webhook that is off already (`isOff`) goes on waiting.
 */
export function afterAttempt(
  { state, attempts }: Pick<Delivery, 'state' | 'attempts'>,
  { outcome }: Attempt,
  isOff: boolean,
): { state: Delivery['state']; wait: number; off: 'failing' | 'gone' | null } {
  if (outcome === 'delivered') return { state: 'delivered', wait: 0, off: null };
  if (isOff && state === 'waiting') return { state, wait: 0, off: null };
  if (outcome === 'gone') return { state: state === 'once' ? 'failed' : 'waiting', wait: 0, off: 'gone' };
  if (state === 'once') return { state: 'failed', wait: 0, off: null };
  const wait = waitAfter(attempts + 1);
  return { state: 'waiting', wait: wait ?? 0, off: wait === null ? 'failing' : null };
}

/** Records an attempt in the log. */
export const recordAttempt = (
  database: Database,
  org: string,
  delivery: Delivery,
  { attempt, at, isOff }: { attempt: Attempt; at: Instant; isOff: boolean },
) => {
  const { state, wait, off } = afterAttempt(delivery, attempt, isOff);
  return database.tenant(org, (db) =>
    db
      .updateTable('app.webhook_delivery')
      .set({
        state,
        asked: false,
        // Once it is turned on again, three days begin anew.
        attempts: (off !== null || isOff) && state === 'waiting' ? 0 : delivery.attempts + 1,
        next_at: addMs(at, wait * 1000),
        answered_at: at,
        answer_status: attempt.status,
        answer: attempt.answer,
      })
      .where('uid', '=', delivery.uid)
      .execute(),
  );
};
