import type { KeyObject } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type pg from 'pg';
import { frontierHashes } from '#events/ledger/checkpoint.ts';
import { alongTheKey } from '#events/ledger/copy.ts';
import { parseEvent } from '#events/ledger/append/event-bytes.ts';
import { Thread, connectionOf, share } from './threads.ts';
import { peaks } from '#events/ledger/tree.ts';
import type { Damage } from './damage.ts';
import { type NamedInAnswer, checkNamed } from './commands.ts';
import { type FileCheck, type RecordedFile, checkFiles } from './files.ts';
import { checkUnsigned, readCheckpoints } from './checkpoints.ts';
import type { Range, RangeFinding } from '#events/ledger/range.ts';
import { told } from './events.ts';
import { Joint } from './joint.ts';
import { checkRange } from './range.ts';
import { type StoredCheckpoint, TreeCheck } from './tree-nodes.ts';

export interface VerifyOptions {
  /** As the owner: row-level security would hide what to look at. */
  pool: pg.Pool;
  /** The keys that checkpoints may be signed with: today's, and those of before. */
  keys: readonly KeyObject[];
  /** As in `SigningKey`. */
  keyName: string;
  /** Only this organisation. Default: all. */
  org?: string;
  files?: FileCheck;
  /** Checkpoints that were kept elsewhere: the ledger must still contain what they signed. */
  witnessed?: readonly string[];
  /** Threads that a large ledger is shared out to, the caller's among them. Default: one for each core. */
  threads?: number;
  /** Positions of one range: a power of two. Default: 65,536. */
  stride?: number;
}

export interface Verification {
  org: string;
  /** How many events were read. */
  positions: number;
  root: Buffer;
  checkpoints: number;
  files: number;
  seconds: number;
  damages: Damage[];
}

/** Positions of one COPY: a statement holds its snapshot open, and a long one slows every append down. */
const usualStride = 65_536;

type Hand = (range: Range) => Promise<RangeFinding>;

/**
 * Re-computes an organisation's ledger from its stored bytes and compares everything that was recorded with it: hashes, columns,
 * gaplessness, stream versions, commands, the stored tree, signed checkpoints, files (21 CFR 11.10(a), (c)). Appends may go on
 * meanwhile. Yields one verification an organisation.
 */
export async function* verify(options: VerifyOptions): AsyncGenerator<Verification> {
  const client = await options.pool.connect();
  let failed = true;
  const threads: Thread<Range, RangeFinding>[] = [];
  const { threads: most = availableParallelism() } = options;
  /** As many as there is work for: beside this thread, those that were begun for an earlier organisation or are now. */
  const hands = (ranges: number): Hand[] => {
    while (threads.length + 1 < Math.min(most, ranges))
      threads.push(new Thread(new URL('./verify-thread.ts', import.meta.url), connectionOf(options.pool)));
    return [(range) => checkRange(client, range), ...threads.map((thread) => thread.run)];
  };
  try {
    await alongTheKey(client);
    for (const org of options.org ? [options.org] : await organisations(client))
      yield await verifyOne(client, org, options, hands);
    await client.query('reset enable_sort');
    failed = false;
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
    client.release(failed);
  }
}

/** Also those whose head is gone. */
const organisations = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ org_id: string }>(
    `with recursive found as (
       (select org_id from ledger.event order by org_id limit 1)
       union all
       select (select e.org_id from ledger.event e where e.org_id > f.org_id order by e.org_id limit 1)
       from found f where f.org_id is not null)
     select org_id from (
       select org_id from found
       union select org_id from ledger.head union select org_id from ledger.checkpoint union select org_id from ledger.signed
       union select org_id from ledger.node) o
     where org_id is not null order by 1`,
  );
  return rows.map((row) => row.org_id);
};

const verifyOne = async (
  client: pg.ClientBase,
  org: string,
  options: VerifyOptions,
  hands: (ranges: number) => Hand[],
): Promise<Verification> => {
  const began = performance.now();
  const damages: Damage[] = [];
  const report = (damage: Damage): void => {
    if (damages.length < told) damages.push(damage);
    else if (damages.length === told)
      damages.push({ position: damage.position, what: damage.what, reason: 'and more' });
  };

  // Checkpoints before the head: what is signed while we read is not missed.
  const checkpoints = await readCheckpoints(client, org, options, report);
  const head = await readHead(client, org);
  if (!head)
    report({
      position: null,
      what: 'head',
      reason: 'the organisation has no head: it never was in this database, or how many events there were is lost',
    });
  const end = Math.min(head?.size ?? Infinity, await lastPosition(client, org));
  const nodes = await readNodes(client, org, head ? end : 0);

  const files = new Map<string, { position: string; file: RecordedFile }>();
  const tree = new TreeCheck(nodes, checkpoints, report);
  const events = new Joint(tree, report);
  const ranges = rangesOf(org, end, checkpoints, options);
  const named: NamedInAnswer[] = [];
  await share(ranges, hands(ranges.length), (finding) => {
    events.add(finding);
    named.push(...finding.named);
    for (const { position, canonical } of finding.marked) {
      const event = parseEvent(canonical);
      for (const file of event ? options.files!.list(event) : []) {
        const id = `${file.storageKey} ${file.sha256}`;
        if (!files.has(id)) files.set(id, { position, file });
      }
    }
  });
  const counted = head?.size ?? end;
  if (events.position < counted) {
    events.broken = true;
    report({
      position: String(events.position + 1),
      to: String(counted),
      what: 'missing',
      reason: 'no event is there, though the head counts it: the end was cut off',
    });
  }
  events.finish();
  if (head) {
    compareHead(head, events, report);
    await nothingBeyond(client, org, report);
  }
  tree.finish(events.position, events.broken);
  await checkNamed(client, org, named, report);
  await checkUnsigned(
    client,
    org,
    { signedSize: checkpoints.at(-1)?.size ?? 0, size: events.position, lastRecordedAt: events.lastRecordedAt },
    report,
  );
  if (options.files) await checkFiles(org, options.files, [...files.values()], report);
  return {
    org,
    positions: events.position,
    root: events.frontier.root(),
    checkpoints: checkpoints.length,
    files: files.size,
    seconds: (performance.now() - began) / 1000,
    damages,
  };
};

const rangesOf = (
  org: string,
  end: number,
  checkpoints: readonly StoredCheckpoint[],
  { files, stride = usualStride }: VerifyOptions,
): Range[] => {
  const sizes = [...new Set(checkpoints.map(({ size }) => size))];
  const ranges: Range[] = [];
  let at = 0;
  for (let from = 1; from <= end; from += stride) {
    const to = Math.min(from + stride - 1, end);
    const first = at;
    while (at < sizes.length && sizes[at]! <= to) at++;
    ranges.push({ org, from, to, sizes: sizes.slice(first, at), mark: files?.mark });
  }
  return ranges;
};

interface Head {
  size: number;
  frontier: Buffer;
  recordedAt: string | null;
  /**
   * Whether its clock is one that an append can have left: none writes an earlier recorded time than its clock's, and a clock that is behind the
   * recorded time by more than clocks are corrected by was set back, which the ledger says.
   */
  clockFits: boolean;
}

const readHead = async (client: pg.ClientBase, org: string): Promise<Head | undefined> => {
  const { rows } = await client.query<{
    size: string;
    frontier: Buffer;
    recorded_at: string | null;
    clock_fits: boolean;
  }>(
    `select size::text, coalesce(frontier, '') as frontier,
            coalesce(size = 0 or clock_at <= recorded_at and isfinite(clock_at)
              and (clock_at > recorded_at - interval '1 minute'
                   or exists (select from ledger.event e where e.org_id = h.org_id and e.type = 'ClockMovedBack')), false) as clock_fits,
            case when isfinite(recorded_at)
                 then to_char(recorded_at at time zone 'UTC',
                        case when recorded_at = date_trunc('milliseconds', recorded_at)
                             then 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"' else 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"' end) end as recorded_at
     from ledger.head h where org_id = $1`,
    [org],
  );
  const [row] = rows;
  return (
    row && {
      size: Number(row.size),
      frontier: row.frontier,
      recordedAt: row.recorded_at,
      clockFits: row.clock_fits,
    }
  );
};

/** A position that was changed may be of any size: no more are looked through than the table has room for. */
const lastPosition = async (client: pg.ClientBase, org: string): Promise<number> => {
  const { rows } = await client.query<{ last: string }>(
    `select least(coalesce(max(position), 0), pg_relation_size('ledger.event') / ${shortestRow})::text as last
     from ledger.event where org_id = $1`,
    [org],
  );
  return Number(rows[0]!.last);
};

/** No row of `ledger.event` takes fewer bytes: its fixed columns are longer. */
const shortestRow = 64;

const nothingBeyond = async (client: pg.ClientBase, org: string, report: (damage: Damage) => void): Promise<void> => {
  // One statement, one snapshot: appends that came meanwhile moved both.
  const { rows } = await client.query<{ size: string; last: string }>(
    `select h.size::text, m.last::text from ledger.head h
     cross join lateral (select max(e.position) as last from ledger.event e where e.org_id = h.org_id) m
     where h.org_id = $1 and m.last > h.size`,
    [org],
  );
  for (const { size, last } of rows)
    report({
      position: String(Number(size) + 1),
      to: last,
      what: 'beyond',
      reason: 'the head does not count this event: it was put in later',
    });
  const { rows: nodes } = await client.query<{ level: number; index: string }>(
    `select n.level, n.index::text from ledger.node n join ledger.head h on h.org_id = n.org_id
     where n.org_id = $1 and not ${within('h.size')} order by n.level, n.index limit ${told}`,
    [org],
  );
  for (const { level, index } of nodes)
    report({
      position: null,
      what: 'node',
      reason: `the stored hash ${level}/${index} belongs to nothing: the ledger has no such events`,
    });
};

/** Whether the node `n` covers nothing beyond `size` events, in SQL, for numbers of any size. */
const within = (size: string): string => `(n.level < 63 and n.index < (${size}::bigint >> n.level))`;

const readNodes = async (client: pg.ClientBase, org: string, size: number): Promise<Map<string, Buffer>> => {
  const { rows } = await client.query<{ level: number; index: string; hash: Buffer }>(
    `select n.level, n.index::text, n.hash from ledger.node n where n.org_id = $1 and ${within('$2')}`,
    [org, size],
  );
  return new Map(rows.map((row) => [`${row.level}/${row.index}`, row.hash]));
};

const compareHead = (head: Head, events: Joint, report: (damage: Damage) => void): void => {
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
        'the tree over these events is not the one that the head recorded: they were changed or their order was, or the head was',
    });
  }
  if (head.recordedAt !== events.lastRecordedAt)
    report({
      position: null,
      what: 'head',
      reason: `the head says ${head.recordedAt ?? 'nothing'} for the last event's time, which is ${events.lastRecordedAt}`,
    });
  if (!head.clockFits)
    report({
      position: null,
      what: 'head',
      reason: "the clock that the head recorded does not fit the last event's time: it was changed",
    });
};
