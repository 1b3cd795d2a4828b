import { sql } from 'kysely';
import { z } from 'zod';
import { isEventType } from '#events/catalogue.ts';
import { ok, refuse } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { query } from '#app/kit/query/query.ts';

/** An event of the feed: the object that was hashed as the ledger stores it, and its leaf hash. */
export interface FeedEvent {
  /** Decimal text. */
  position: string;
  canonical: string;
  leaf: Buffer;
}

const mostOfBigint = 9_223_372_036_854_775_807n;

/** Decimal text of a place in the ledger. */
const position = z
  .string()
  .regex(/^\d{1,19}$/, texts.invalid)
  .refine((text) => BigInt(text) <= mostOfBigint, texts.invalid);

/**
 * The events after a position in the order of the ledger. `next`: the position to go on from, which is past events of
 * other types too. A position that the ledger does not have yet is refused: a reader ahead of it would miss events.
 */
export const listFeed = query({
  name: 'audit.feed',
  input: z.object({
    after: position.default('0'),
    limit: z.int().min(1).max(1000).default(100),
    types: z
      .array(z.string())
      .default([])
      .refine((types) => types.every(isEventType), texts.invalid),
  }),
  permission: 'audit.view_organisation',
  async run({ after, limit, types }, { db }) {
    const { rows: heads } = await sql<{ size: string }>`
      select size from ${ownRows('ledger.head')} head`.execute(db);
    const size = heads[0]?.size ?? '0';
    if (BigInt(after) > BigInt(size))
      return refuse('invalid_input', { fields: { after: [`The ledger has ${size} events.`] } });
    const chosen = types.length === 0 ? sql`` : sql`and type = any(${types})`;
    const { rows: events } = await sql<FeedEvent>`
      select position, canonical, leaf from ${ownRows('ledger.event')} event
      where position > ${after} and position <= ${size} ${chosen} order by position limit ${limit}`.execute(db);
    const last = events.length === limit ? events.at(-1)!.position : size;
    return ok({ events, next: last });
  },
});
