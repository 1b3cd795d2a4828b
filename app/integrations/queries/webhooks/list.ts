import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import type { Instant } from '#events/time.ts';
import type { DisabledBecause } from '#events/webhook/events.ts';
import type { WebhookKind } from '#events/webhook/kinds.ts';
import type { ReadWebhook } from '#projections/tables.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { AppWebhookDelivery } from '#app/adapters/database/tables.ts';
import { query } from '#app/kit/query/query.ts';
import { readStreamVersion } from '#app/kit/query/stream.ts';

type DeliveryState = AppWebhookDelivery['state'];

/** A webhook as admins see it. */
export interface WebhookRow {
  uid: string;
  url: string;
  kinds: readonly WebhookKind[];
  registeredAt: Instant;
  rotatedAt: Instant | null;
  disabled: { at: Instant; because: DisabledBecause } | null;
  /** Of the latest attempt that was answered or failed; null before the first. */
  last: { at: Instant; status: number | null; state: DeliveryState } | null;
}

export interface DeliveryRow {
  uid: string;
  number: string;
  kind: WebhookKind | 'test';
  position: string | null;
  state: DeliveryState | 'skipped';
  createdAt: Instant;
  attempts: number;
  /** When it is tried next; null where it is not. */
  nextAt: Instant | null;
  answeredAt: Instant | null;
  status: number | null;
  answer: string | null;
  /** Why it was skipped; null where it was not. */
  skippedBecause: string | null;
}

async function read(db: Kysely<Database>, uid?: string): Promise<WebhookRow[]> {
  const rows = await db
    .selectFrom('read.webhook as w')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('app.webhook_delivery as d')
          .select(['d.answered_at', 'd.answer_status', 'd.state'])
          .whereRef('d.org_id', '=', 'w.org_id')
          .whereRef('d.webhook_uid', '=', 'w.uid')
          .where('d.answered_at', 'is not', null)
          .orderBy('d.answered_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('w')
    .select(['last.answered_at', 'last.answer_status', 'last.state'])
    .where('w.removed_at', 'is', null)
    .$if(uid !== undefined, (some) => some.where('w.uid', '=', uid!))
    .orderBy('w.registered_at')
    .orderBy('w.uid')
    .execute();
  return rows.map((row) => ({
    uid: row.uid,
    url: row.url,
    kinds: row.kinds,
    registeredAt: row.registered_at,
    rotatedAt: row.rotated_at,
    disabled: disabledOf(row),
    last: lastOf(row),
  }));
}

const disabledOf = ({
  disabled_at: at,
  disabled_because: because,
}: Pick<ReadWebhook, 'disabled_at' | 'disabled_because'>) => (at === null || because === null ? null : { at, because });

const lastOf = (row: { answered_at: Instant | null; answer_status: number | null; state: DeliveryState | null }) =>
  row.answered_at === null || row.state === null
    ? null
    : { at: row.answered_at, status: row.answer_status, state: row.state };

/** The webhooks of the organisation, the oldest first. */
export const listWebhooks = query({
  name: 'webhook.list',
  input: z.object({}),
  permission: 'webhook.manage',
  run: async (_, { db }) => ok(await read(db)),
});

/** One webhook that was not removed. */
export const getWebhook = query({
  name: 'webhook.get',
  input: z.object({ webhook: z.uuid().toLowerCase() }),
  permission: 'webhook.manage',
  async run({ webhook }, { db }) {
    const [found] = await read(db, webhook);
    if (!found) return refuse('not_found');
    return ok({ ...found, streamVersion: await readStreamVersion(db, streams.webhook(webhook)) });
  },
});

/** Entries of the log on one page. */
const most = 50;

/** What was sent to a webhook, the latest first. `before`: the number of the last one of the page before. */
export const listDeliveries = query({
  name: 'webhook.deliveries',
  input: z.object({
    webhook: z.uuid().toLowerCase(),
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: z.number().int().min(1).max(1000).default(most),
  }),
  permission: 'webhook.manage',
  async run({ webhook, before, limit }, { db }) {
    const [found] = await read(db, webhook);
    if (!found) return refuse('not_found');
    const rows = await db
      .selectFrom('app.webhook_delivery as d')
      .leftJoin('read.webhook_skip as s', (join) =>
        join
          .onRef('s.org_id', '=', 'd.org_id')
          .onRef('s.webhook_uid', '=', 'd.webhook_uid')
          .onRef('s.delivery_uid', '=', 'd.uid'),
      )
      .selectAll('d')
      .select('s.reason as skipped_because')
      .where('d.webhook_uid', '=', webhook)
      .$if(before !== undefined, (some) => some.where('d.number', '<', before!))
      .orderBy('d.number', 'desc')
      .limit(limit + 1)
      .execute();
    const deliveries = rows.slice(0, limit).map((row): DeliveryRow => ({
      uid: row.uid,
      number: row.number,
      kind: row.kind,
      position: row.position,
      state: row.state === 'waiting' && row.skipped_because !== null ? 'skipped' : row.state,
      createdAt: row.created_at,
      attempts: row.attempts,
      nextAt: row.state === 'once' || (row.state === 'waiting' && row.skipped_because === null) ? row.next_at : null,
      answeredAt: row.answered_at,
      status: row.answer_status,
      answer: row.answer,
      skippedBecause: row.skipped_because,
    }));
    return ok({ deliveries, older: rows.length > limit ? (deliveries.at(-1)?.number ?? null) : null });
  },
});
