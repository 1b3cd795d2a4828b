import type pg from 'pg';
import { frontierHashes } from '#events/ledger/checkpoint.ts';
import { peaks } from '#events/ledger/tree.ts';
import type { Instant } from '#events/time.ts';
import { type Report, maxReported } from './damage.ts';
import type { EventCheck } from './event-check.ts';

export interface Head {
  size: number;
  frontier: Buffer;
  recordedAt: Instant | null;
  /**
   * Whether an append can have left its clock: that is never later than the recorded time, and earlier by more than a
   * minute only where the ledger says that the clock moved back.
   */
  clockFits: boolean;
}

export const readHead = async (client: pg.ClientBase, org: string): Promise<Head | undefined> => {
  const { rows } = await client.query<Omit<Head, 'size'> & { size: string }>(
    `select size::text, coalesce(frontier, '') as frontier,
            coalesce(size = 0 or clock_at <= recorded_at and isfinite(clock_at)
              and (clock_at > recorded_at - interval '1 minute'
                   or exists (select from ledger.event e where e.org_id = h.org_id
                               and e.type = 'ClockMovedBack')), false)
              as "clockFits",
            case when isfinite(recorded_at)
                 then to_char(recorded_at at time zone 'UTC',
                        case when recorded_at = date_trunc('milliseconds', recorded_at)
                             then 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"' else 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"' end) end
              as "recordedAt"
     from ledger.head h where org_id = $1`,
    [org],
  );
  return rows[0] && { ...rows[0], size: Number(rows[0].size) };
};

/** Compares the head with the events that were read. */
export const checkHead = (head: Head, events: EventCheck, report: Report): void => {
  if (events.broken) return;
  const stored = frontierHashes(head.frontier);
  const computed = events.frontier.hashes;
  const parts = peaks(head.size);
  const at = parts.findIndex((_, i) => !stored[i] || !computed[i] || !stored[i].equals(computed[i]));
  if (at >= 0 || stored.length !== computed.length) {
    const { level, index } = parts[Math.max(at, 0)] ?? { level: 0, index: 0 };
    report({
      position: String(index * 2 ** level + 1),
      to: String((index + 1) * 2 ** level),
      what: 'head',
      reason:
        'the tree over these events is not the one that the head recorded: ' +
        'they were changed or their order was, or the head was',
    });
  }
  const damage = (reason: string) => report({ position: null, what: 'head', reason });
  if (head.recordedAt !== events.lastRecordedAt)
    damage(
      `the head says ${head.recordedAt ?? 'nothing'} for the last event's time, which is ${events.lastRecordedAt}`,
    );
  if (!head.clockFits) damage("the clock that the head recorded does not fit the last event's time: it was changed");
};

/** Whether the node `n` covers nothing beyond `size` events, in SQL, for numbers of any size. */
const isWithin = (size: string): string => `(n.level < 63 and n.index < (${size}::bigint >> n.level))`;

/** The stored hashes of complete subtrees, by level and index. */
export const readNodes = async (client: pg.ClientBase, org: string, size: number): Promise<Map<string, Buffer>> => {
  const { rows } = await client.query<{ level: number; index: string; hash: Buffer }>(
    `select n.level, n.index::text, n.hash from ledger.node n where n.org_id = $1 and ${isWithin('$2')}`,
    [org, size],
  );
  return new Map(rows.map((row) => [`${row.level}/${row.index}`, row.hash]));
};

/** No row of `ledger.event` takes fewer bytes: its fixed columns are longer. */
const shortestRow = 64;

/** The last position there is. A changed one may have any size: no more are read than the table has room for. */
export const lastPosition = async (client: pg.ClientBase, org: string): Promise<number> => {
  const { rows } = await client.query<{ last: string }>(
    `select least(coalesce(max(position), 0), pg_relation_size('ledger.event') / ${shortestRow})::text as last
     from ledger.event where org_id = $1`,
    [org],
  );
  return Number(rows[0]!.last);
};

/** Reports events and stored hashes outside of what the head counts: positions before 1, beyond it, or none. */
export const checkNothingOutside = async (client: pg.ClientBase, org: string, report: Report): Promise<void> => {
  const some = 'select e.position from ledger.event e where e.org_id = $1 and e.position';
  // One statement, one snapshot: appends that came meanwhile moved the head and the last position.
  const { rows } = await client.query<{ first: string | null; last: string | null; late: boolean | null }>(
    `select min(position)::text as first, max(position)::text as last, late from (
       select position, position > 0 as late, position::numeric - row_number() over (order by position) as island
       from (${some} < 1 union all
             ${some} > (select h.size from ledger.head h where h.org_id = $1) union all
             ${some} is null) o) i
     group by island, late order by min(position) limit $2`,
    [org, maxReported + 1],
  );
  for (const { first, last, late } of rows) {
    const reason =
      late === null
        ? 'an event has no position: it was put in beside the product'
        : late
          ? 'the head does not count this event: it was put in later'
          : 'the ledger begins at position 1: this event was put in beside the product';
    report({ position: first, ...(last !== null && { to: last }), what: 'beyond', reason });
  }
  const { rows: nodes } = await client.query<{ level: number; index: string }>(
    `select n.level, n.index::text from ledger.node n join ledger.head h on h.org_id = n.org_id
     where n.org_id = $1 and not ${isWithin('h.size')} order by n.level, n.index limit ${maxReported}`,
    [org],
  );
  for (const { level, index } of nodes)
    report({
      position: null,
      what: 'node',
      reason: `the stored hash ${level}/${index} belongs to nothing: the ledger has no such events`,
    });
};
