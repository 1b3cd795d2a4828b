import { hash, randomBytes } from 'node:crypto';
import { canonicalize } from '#events/ledger/canonical.ts';
import { type PlacedOp, type PreparedOp, arrange, list, prepareOp, rowToken } from './operations.ts';
import type { ReadTables } from '#events/ledger/read-tables.ts';
import type { Append, EventEnvelope, Reactions, RecordedEvent } from '#events/ledger/types.ts';

/**
 * Stand-ins for what is known only under the organisation's lock. Nothing that comes from outside can hold them by
 * chance or design: they are random for each process and are never stored.
 */
export const recordedAtToken = `recordedAt:${randomBytes(16).toString('hex')}`;
export const positionToken = `position:${randomBytes(16).toString('hex')}`;

interface PreparedEvent {
  stream: number;
  type: string;
  head: string;
  tail: string;
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
  /** Its answer as it is stored. */
  answer: string;
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

const anyUuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/**
 * A read model knows a uid however it is spelled, a stream does not: in capitals it would be another stream of the same thing, with no history
 * for the rules to judge by. What was recorded stays readable whatever it is called.
 */
const requireStored = (stream: string): void => {
  if (/[A-F]/.test(stream) && stream.match(anyUuid)?.some((uid) => uid !== uid.toLowerCase()))
    throw new TypeError(`The stream ${stream} is named by a uid that is not in lower case.`);
};

/** Puts a stream among those that the command names, and answers its index. */
const named = (name: string, streams: string[]): number => {
  requireName('stream', name);
  requireStored(name);
  if (streams.includes(name)) throw new TypeError(`The command names the stream ${name} twice.`);
  return streams.push(name) - 1;
};

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
  const answer = JSON.stringify(append.answer ?? null);
  const begun = `{"actor":${canonicalize(append.actor)},`;
  const went = `"commandId":${canonicalize(append.commandId)},"data":`;
  const first = `${begun}"answer":${answer === 'null' ? 'null' : `"${hash('sha256', answer)}"`},${went}`;
  const after = `,"org":${JSON.stringify(append.org)},"recordedAt":"`;

  for (const write of append.writes) {
    const stream = named(write.stream, streams);
    if (write.expectedVersion !== 'any') checks.push({ stream, version: write.expectedVersion });
    write.events.forEach((event, i) => {
      requireName('event type', event.type);
      const index = events.length;
      events.push({
        stream,
        type: event.type,
        head: (index === 0 ? first : begun + went) + canonicalize(event.data) + after,
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
  for (const { stream, version } of append.expect ?? []) checks.push({ stream: named(stream, streams), version });
  if (events.length === 0) throw new TypeError('An append without an event records nothing.');
  return { append, answer, streams, checks, events, ops, jobs };
};

const recordedEvent = (
  append: Append,
  stream: string,
  expected: number | 'any',
  index: number,
  { type, schema, data }: Pick<EventEnvelope, 'type' | 'schema' | 'data'>,
): RecordedEvent => {
  const event: RecordedEvent = {
    type,
    schema,
    data,
    org: append.org,
    stream,
    actor: append.actor,
    commandId: append.commandId,
    recordedAt: recordedAtToken,
    position: positionToken,
    version: expected === 'any' ? 0 : expected + index + 1,
  };
  // An object with a getter costs more than all the rest of it: only those have one that need it.
  if (expected === 'any')
    Object.defineProperty(event, 'version', {
      get() {
        throw new TypeError(`${type} is written with 'any' version: a projection cannot read it.`);
      },
    });
  return event;
};

const impossible = -1;

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
  const ops: PlacedOp[] = [];
  const jobs: { job: PreparedJob; event: number }[] = [];
  let known = new Map<string, number>();

  for (const { append, answer, streams, checks, events, ops: itsOps, jobs: itsJobs } of batch) {
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
    answers.push(answer);
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
    for (const op of itsOps) ops.push({ op, event: firstEvent + op.event });
    for (const job of itsJobs) jobs.push({ job, event: firstEvent + job.event });
  }

  const arranged = arrange(ops);
  return [
    wait,
    orgs,
    orgs.map((org) => alarmed.has(org)),
    [recordedAtToken, positionToken, rowToken],
    list(streamOrgs),
    streamNames.join('\n'),
    list(bases),
    list(appendOrgs),
    commands.join('\n'),
    answers.join('\n'),
    list(checkEnds),
    list(eventEnds),
    list(checkStreams),
    list(checkVersions),
    list(orgEnds),
    list(eventStreams),
    list(eventSteps),
    list(eventAppends),
    list(spans),
    types.join('\n'),
    heads.join('\n'),
    tails.join('\n'),
    ...arranged,
    list(jobs.map((j) => j.event)),
    jobs.map((j) => j.job.task),
    jobs.map((j) => j.job.payload).join('\n'),
    jobs.map((j) => j.job.key),
    jobs.map((j) => j.job.runAt),
  ];
};
