import { randomBytes } from 'node:crypto';
import { canonicalize } from './canonical.ts';
import { type ReadTable, type ReadTables, recordText, requireColumns } from './read-tables.ts';
import type { Append, EventEnvelope, ProjectionOp, Reactions, RecordedEvent, Row } from './types.ts';

/**
 * Stand-ins for what is known only under the organisation's lock. Nothing that comes from outside can hold them by
 * chance or design: they are random for each process and are never stored.
 */
export const recordedAtToken = `recordedAt:${randomBytes(16).toString('hex')}`;
export const positionToken = `position:${randomBytes(16).toString('hex')}`;
/** Stands between two rows. */
const rowToken = `\n${randomBytes(8).toString('base64url')}\n`;

interface PreparedEvent {
  stream: number;
  type: string;
  head: string;
  tail: string;
}
interface PreparedOp {
  event: number;
  table: string;
  kind: ProjectionOp['op'];
  /** The row it touches: two operations on one row run one after the other. */
  row: string;
  text: string;
}
interface PreparedJob {
  event: number;
  task: string;
  payload: string;
  key: string | null;
  runAt: string | null;
}
/** One append, made ready before it queues: whatever is wrong with it is told to its own caller. */
export interface Prepared {
  append: Append;
  streams: string[];
  checks: { stream: number; version: number }[];
  events: PreparedEvent[];
  ops: PreparedOp[];
  jobs: PreparedJob[];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
// Names travel as lines of text; a control character in one would break the batch's frame.
// oxlint-disable-next-line no-control-regex
const plainName = /^[^\u0000-\u001f\u007f]{1,400}$/;

const requireName = (what: string, value: string): void => {
  if (!plainName.test(value))
    throw new TypeError(`The ${what} ${JSON.stringify(value)} is empty, too long or holds a control character.`);
};

const rank = { remove: 0, patch: 1, put: 2 } as const;

/**
 * Makes an append ready to be sent: canonical halves of each event, operations, jobs. Pure.
 * Throws TypeError (NotCanonical among them) on what is a bug in the caller: no event, a stream written twice, an unknown table.
 */
export const prepare = (append: Append, reactions: Reactions, columns: ReadTables): Prepared => {
  if (!uuid.test(append.org))
    throw new TypeError(`${JSON.stringify(append.org)} is not an organisation's uid in lower case.`);
  requireName('command id', append.commandId);
  const streams: string[] = [];
  const checks: Prepared['checks'] = [];
  const events: PreparedEvent[] = [];
  const ops: PreparedOp[] = [];
  const jobs: PreparedJob[] = [];
  const before = `{"actor":${canonicalize(append.actor)},"commandId":${canonicalize(append.commandId)},"data":`;
  const after = `,"org":${JSON.stringify(append.org)},"recordedAt":"`;

  const streamIndex = (name: string): number => {
    requireName('stream', name);
    if (streams.includes(name)) throw new TypeError(`The command names the stream ${name} twice.`);
    return streams.push(name) - 1;
  };
  for (const write of append.writes) {
    const stream = streamIndex(write.stream);
    if (write.expectedVersion !== 'any') checks.push({ stream, version: write.expectedVersion });
    write.events.forEach((event, i) => {
      requireName('event type', event.type);
      const index = events.length;
      events.push({
        stream,
        type: event.type,
        head: before + canonicalize(event.data) + after,
        tail: `","schema":${canonicalize(event.schema)},"stream":${canonicalize(write.stream)},"type":${canonicalize(event.type)},"version":`,
      });
      const recorded = recordedEvent(append, write.stream, write.expectedVersion, i, event);
      for (const op of reactions.project(recorded)) ops.push(prepareOp(append.org, index, op, reactions, columns));
      for (const job of reactions.enqueue(recorded))
        jobs.push({
          event: index,
          task: job.task,
          payload: JSON.stringify(job.payload),
          key: job.key ?? null,
          runAt: job.runAt ?? null,
        });
    });
  }
  for (const { stream, version } of append.expect ?? []) checks.push({ stream: streamIndex(stream), version });
  if (events.length === 0) throw new TypeError('An append without an event records nothing.');
  return { append, streams, checks, events, ops, jobs };
};

const recordedEvent = (
  append: Append,
  stream: string,
  expected: number | 'any',
  index: number,
  event: Pick<EventEnvelope, 'type' | 'schema' | 'data'>,
): RecordedEvent => ({
  ...event,
  org: append.org,
  stream,
  actor: append.actor,
  commandId: append.commandId,
  recordedAt: recordedAtToken,
  position: positionToken,
  get version(): number {
    if (expected === 'any')
      throw new TypeError(`${event.type} is written with 'any' version: a projection cannot read it.`);
    return expected + index + 1;
  },
});

const prepareOp = (
  org: string,
  event: number,
  op: ProjectionOp,
  reactions: Reactions,
  columns: ReadTables,
): PreparedOp => {
  const key = reactions.tables.find((table) => table.name === op.table)?.key;
  const known = columns.get(op.table);
  if (!key || !known) throw new TypeError(`There is no read model ${op.table}.`);
  const named: Row = op.op === 'put' ? op.row : op.key;
  let row = `${op.table}\n${org}`;
  for (const column of key) {
    const value = named[column];
    if (value === undefined || value === null)
      throw new TypeError(`${op.op} ${op.table} lacks the key column ${column}.`);
    row += typeof value === 'string' ? `\n${value}` : `\n${JSON.stringify(value)}`;
  }
  return { event, table: op.table, kind: op.op, row, text: textOf(org, op, known) };
};

const textOf = (org: string, op: ProjectionOp, known: ReadTable): string => {
  switch (op.op) {
    case 'put':
      return recordText(op.table, org, op.row, known);
    case 'patch': {
      if (op.when) requireColumns(op.table, op.when, known);
      const changed = { ...op.changes, ...op.key, org_id: org };
      requireColumns(op.table, changed, known);
      return `{"c":${JSON.stringify(changed)},"w":${op.when ? JSON.stringify(op.when) : 'null'}}`;
    }
    case 'remove':
      return JSON.stringify({ ...op.key, org_id: org });
  }
};

const impossible = -1;

/** PostgreSQL's text of an array. */
const integers = (list: readonly (number | null)[]) => `{${list.map((n) => n ?? 'NULL').join(',')}}`;

/**
 * The parameters of one call of `ledger.append`. `batch` is ordered by organisation; `alarmed` names those whose first
 * append is the alarm of a clock that went back; `wait`, for a batch of one organisation, whether it waits for its turn.
 */
export const encode = (batch: readonly Prepared[], alarmed: ReadonlySet<string>, wait: boolean): unknown[] => {
  const orgs: string[] = [];
  const streamOrgs: number[] = [];
  const streamNames: string[] = [];
  /** For each stream the version that it must have for every append to win; null: any, impossible: they cannot all. */
  const bases: (number | null)[] = [];
  /** How many of the batch's events each stream has got so far. */
  const steps: number[] = [];
  const appendOrgs: number[] = [];
  const commands: string[] = [];
  const answers: string[] = [];
  const checkEnds: number[] = [];
  const eventEnds: number[] = [];
  const checkStreams: number[] = [];
  const checkVersions: number[] = [];
  const orgEnds: number[] = [];
  const eventStreams: number[] = [];
  const eventSteps: number[] = [];
  const eventAppends: number[] = [];
  const spans: (number | null)[] = [];
  const types: string[] = [];
  const heads: string[] = [];
  const tails: string[] = [];
  const ops: { op: PreparedOp; event: number; wave: number }[] = [];
  const jobs: { job: PreparedJob; event: number }[] = [];
  const waves = new Map<string, number>();
  let known = new Map<string, number>();

  for (const { append, streams, checks, events, ops: itsOps, jobs: itsJobs } of batch) {
    if (orgs.at(-1) !== append.org) {
      orgs.push(append.org);
      known = new Map();
    }
    const indexes = streams.map((name) => {
      const seen = known.get(name);
      if (seen !== undefined) return seen;
      streamOrgs.push(orgs.length);
      bases.push(null);
      steps.push(0);
      const index = streamNames.push(name);
      known.set(name, index);
      return index;
    });
    const firstEvent = eventStreams.length + 1;
    appendOrgs.push(orgs.length);
    commands.push(append.commandId);
    answers.push(JSON.stringify(append.answer ?? null));
    for (const check of checks) {
      const stream = indexes[check.stream]!;
      checkStreams.push(stream);
      checkVersions.push(check.version);
      const base = check.version - steps[stream - 1]!;
      bases[stream - 1] = base >= 0 && (bases[stream - 1] ?? base) === base ? base : impossible;
    }
    for (const [i, event] of events.entries()) {
      const stream = indexes[event.stream]!;
      eventStreams.push(stream);
      eventSteps.push(++steps[stream - 1]!);
      eventAppends.push(appendOrgs.length);
      spans.push(i === 0 ? events.length - 1 : null);
      types.push(event.type);
      heads.push(event.head);
      tails.push(event.tail);
    }
    checkEnds.push(checkStreams.length);
    eventEnds.push(eventStreams.length);
    orgEnds[orgs.length - 1] = eventStreams.length;
    for (const op of itsOps) {
      const wave = waves.get(op.row) ?? 0;
      waves.set(op.row, wave + 1);
      ops.push({ op, event: firstEvent + op.event, wave });
    }
    for (const job of itsJobs) jobs.push({ job, event: firstEvent + job.event });
  }

  // Statements in order: by wave, then removals before patches before puts, so that a name set free can be taken again.
  const groups = new Map<string, { op: PreparedOp; wave: number; place: number }>();
  const groupOf = ops.map(({ op, wave }) => {
    const name = `${wave} ${op.kind} ${op.table}`;
    let group = groups.get(name);
    if (!group) groups.set(name, (group = { op, wave, place: 0 }));
    return group;
  });
  const ordered = [...groups.values()].sort(
    (x, y) => x.wave - y.wave || rank[x.op.kind] - rank[y.op.kind] || (x.op.table < y.op.table ? -1 : 1),
  );
  ordered.forEach((group, i) => (group.place = i));
  const grouped = ordered.map((): typeof ops => []);
  ops.forEach((op, i) => grouped[groupOf[i]!.place]!.push(op));
  const inOrder = grouped.flat();
  let groupEnd = 0;

  return [
    wait,
    orgs,
    orgs.map((org) => alarmed.has(org)),
    [recordedAtToken, positionToken, rowToken],
    integers(streamOrgs),
    streamNames.join('\n'),
    integers(bases),
    integers(appendOrgs),
    commands.join('\n'),
    answers.join('\n'),
    integers(checkEnds),
    integers(eventEnds),
    integers(checkStreams),
    integers(checkVersions),
    integers(orgEnds),
    integers(eventStreams),
    integers(eventSteps),
    integers(eventAppends),
    integers(spans),
    types.join('\n'),
    heads.join('\n'),
    tails.join('\n'),
    ordered.map(({ op }) => op.table),
    ordered.map(({ op }) => op.kind),
    integers(grouped.map(({ length }) => (groupEnd += length))),
    integers(inOrder.map((o) => o.event)),
    inOrder.map((o) => o.op.text).join(rowToken),
    integers(jobs.map((j) => j.event)),
    jobs.map((j) => j.job.task),
    jobs.map((j) => j.job.payload).join('\n'),
    jobs.map((j) => j.job.key),
    jobs.map((j) => j.job.runAt),
  ];
};
