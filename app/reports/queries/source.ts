import { sql, type Kysely, type RawBuilder } from 'kysely';
import { ok, refuse, type Result } from '#events/failures.ts';
import { instantOf, type Instant } from '#events/time.ts';
import { Selection } from '#projections/rebuild/selection.ts';
import type { ReadTable } from '#projections/table-keys.ts';
import type { Database } from '#app/adapters/database/database.ts';
import type { Database as Tables } from '#app/adapters/database/schema.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

/** The rows of one organisation as they were at one ledger position, for reports. */
export interface Source {
  readonly db: Kysely<Tables>;
  readonly org: string;
  readonly organisation: string;
  /** IANA name; dates are the organisation's. */
  readonly zone: string;
  /** Decimal text. */
  readonly position: string;
  /** The moment shown, until which that event was the last: due and overdue are judged at it. */
  readonly at: Instant;
  /** A read table by its bare name. In a FROM it needs an alias. */
  table(name: ReadTable): RawBuilder<unknown>;
}

/** The read tables that reports use: only these are folded for a past position. */
const reported = Selection.owning([
  'organisation',
  'user_account',
  'user_department',
  'authenticator',
  'department',
  'document',
  'document_version',
  'document_department',
  'training_record',
  'separation_waiver',
  'approval',
  'version_step',
  'function',
  'function_grant',
  'absence',
  'change_request',
]);

/** What a report is of. Without a position it is the latest; without a moment it is when its event was recorded. */
interface SourceRequest {
  org: string;
  position?: string | null;
  at?: Instant | undefined;
}

/**
 * Runs `work` on the organisation as of a position. Uses the current read tables if nothing that reports show has
 * changed since, else folds them again beside those. Refuses an unknown position.
 */
export async function withSource<T>(
  database: Database,
  { org, position = null, at: moment }: SourceRequest,
  work: (source: Source) => Promise<T>,
): Promise<Result<T>> {
  const latest = await database.read(org, async (db): Promise<Result<T> | { at: Instant }> => {
    const head = await readHead(db);
    const wanted = position ?? head.size;
    if (BigInt(wanted) > BigInt(head.size)) return refuse('not_found', { detail: 'The ledger has no such position.' });
    const at = await momentOf(db, wanted, moment ?? null);
    if (wanted !== head.size && (await hasChangedSince(db, wanted))) return { at };
    return ok(await work(await sourceOf(db, { org, position: wanted, at })));
  });
  if ('ok' in latest) return latest;
  const place = { org, position: position ?? '0', at: latest.at };
  return ok(await database.past(org, place.position, async (db) => work(await sourceOf(db, place)), reported));
}

/** The organisation as the transaction sees it now. */
export async function latestSource(db: Kysely<Tables>, org: string): Promise<Source> {
  const head = await readHead(db);
  return sourceOf(db, { org, position: head.size, at: head.recordedAt });
}

/** Whether the position needs the ledger to be folded again. */
export const hasMovedOn = (database: Database, org: string, position: string): Promise<boolean> =>
  database.read(org, (db) => hasChangedSince(db, position));

async function readHead(db: Kysely<Tables>): Promise<{ size: string; recordedAt: Instant }> {
  const { rows } = await sql<{ size: string; recorded_at: Instant }>`
    select size, recorded_at from ${ownRows('ledger.head')} head`.execute(db);
  return { size: rows[0]?.size ?? '0', recordedAt: rows[0]?.recorded_at ?? instantOf(0) };
}

/** The moment asked for if this position was the last then, else when its event was recorded. */
async function momentOf(db: Kysely<Tables>, position: string, asked: Instant | null): Promise<Instant> {
  const { rows } = await sql<{ at: Instant }>`
    select case when ${asked}::timestamptz > recorded_at and not exists (
             select from ${ownRows('ledger.event')} next
               where next.position = event.position + 1 and next.recorded_at <= ${asked}::timestamptz
           ) then ${asked}::timestamptz else recorded_at end as at
    from ${ownRows('ledger.event')} event where position = ${position}`.execute(db);
  return rows[0]?.at ?? instantOf(0);
}

/** Whether anything that reports read has changed since. */
async function hasChangedSince(db: Kysely<Tables>, position: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${ownRows('ledger.event')} event
    where position > ${position} and type = any(${reported.types})
    limit 1`.execute(db);
  return rows.length > 0;
}

async function sourceOf(db: Kysely<Tables>, place: Pick<Source, 'org' | 'position' | 'at'>): Promise<Source> {
  const table = (name: ReadTable) => ownRows(`read.${name}`);
  const { rows } = await sql<{ name: string; zone: string }>`
    select name, settings ->> 'timeZone' as zone from ${table('organisation')} o`.execute(db);
  return { ...place, db, table, organisation: rows[0]?.name ?? '', zone: rows[0]?.zone ?? 'UTC' };
}

/** How many rows there are of this FROM, with its WHERE. */
export async function countRows({ db }: Source, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from ${from}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** A part of the rows: `limit` rows from `offset` on. */
export interface Part {
  offset: number;
  limit: number;
}

export const partOf = (part: Part | undefined): RawBuilder<unknown> =>
  part ? sql`limit ${part.limit} offset ${part.offset}` : sql``;

let cursors = 0;

/** Streams the rows of a query in batches, so that only a few are in memory. */
export async function* streamRows<R>({ db }: Source, query: RawBuilder<R>, batch = 500): AsyncGenerator<R> {
  const cursor = sql.id(`report_${++cursors}`);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db);
  try {
    for (;;) {
      const { rows } = await sql<R>`fetch forward ${sql.lit(batch)} from ${cursor}`.execute(db);
      yield* rows;
      if (rows.length < batch) break;
    }
  } finally {
    // After an error the transaction is over; the error is thrown, not the failure to close.
    await sql`close ${cursor}`.execute(db).catch(() => undefined);
  }
}
