import { hash, randomBytes } from 'node:crypto';
import { canonicalize } from '#events/ledger/canonical.ts';
import type {
  Append,
  EventEnvelope,
  JobSpec,
  ProjectionOp,
  Reactions,
  RecordedEvent,
  Row,
} from '#events/ledger/types.ts';

/**
 * Placeholders in rows and payloads for values that are known only under the lock. Random for each process and never
 * stored, so that no input can contain them.
 */
export const recordedAtToken = `recordedAt:${randomBytes(16).toString('hex')}`;
export const positionToken = `position:${randomBytes(16).toString('hex')}`;

/** An append made ready to be sent. Indexes count from 0 within it. */
export interface PreparedAppend {
  append: Append;
  /** Its answer as it is stored: JSON. */
  answer: string;
  /** The streams it writes and those it only checks. */
  streams: string[];
  checks: { stream: number; version: number }[];
  /** The canonical text of an event is head, recorded time, tail, version and a brace. */
  events: { stream: number; type: string; head: string; tail: string }[];
  operations: { event: number; op: ProjectionOp; row: string }[];
  jobs: { event: number; job: JobSpec }[];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
// oxlint-disable-next-line no-control-regex
const plainName = /^[^\u0000-\u001f\u007f]{1,400}$/;

const requireName = (what: string, value: string): void => {
  if (!plainName.test(value))
    throw new TypeError(`The ${what} ${JSON.stringify(value)} is empty, too long or holds a control character.`);
};

const anyUuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** A uid in capitals would name another stream of the same thing, without the history that the rules rest on. */
const requireLowerCase = (stream: string): void => {
  if (/[A-F]/.test(stream) && stream.match(anyUuid)?.some((uid) => uid !== uid.toLowerCase()))
    throw new TypeError(`The stream ${stream} is named by a uid that is not in lower case.`);
};

/**
 * Prepares an append: canonical text of each event, projection operations, jobs. Pure. Throws TypeError (or
 * NotCanonical) on a bug of the caller.
 */
export const prepareAppend = (append: Append, reactions: Reactions): PreparedAppend => {
  if (!uuid.test(append.org))
    throw new TypeError(`${JSON.stringify(append.org)} is not an organisation's uid in lower case.`);
  requireName('command id', append.commandId);
  const answer = JSON.stringify(append.answer ?? null);
  const prepared: PreparedAppend = { append, answer, streams: [], checks: [], events: [], operations: [], jobs: [] };
  const addStream = (name: string, expected: number | 'any'): number => {
    requireName('stream', name);
    requireLowerCase(name);
    if (prepared.streams.includes(name)) throw new TypeError(`The command names the stream ${name} twice.`);
    const stream = prepared.streams.push(name) - 1;
    if (expected !== 'any') prepared.checks.push({ stream, version: expected });
    return stream;
  };

  const beforeAnswer = `{"actor":${canonicalize(append.actor)},`;
  const answerHash = answer === 'null' ? 'null' : `"${hash('sha256', answer)}"`;
  const beforeData = `"commandId":${canonicalize(append.commandId)},"data":`;
  const beforeTime = `,"org":${JSON.stringify(append.org)},"recordedAt":"`;
  for (const write of append.writes) {
    const stream = addStream(write.stream, write.expectedVersion);
    write.events.forEach((event, i) => {
      requireName('event type', event.type);
      const index = prepared.events.length;
      const start = index === 0 ? `${beforeAnswer}"answer":${answerHash},` : beforeAnswer;
      const [schema, name, type] = [event.schema, write.stream, event.type].map(canonicalize);
      prepared.events.push({
        stream,
        type: event.type,
        head: start + beforeData + canonicalize(event.data) + beforeTime,
        tail: `","schema":${schema},"stream":${name},"type":${type},"version":`,
      });
      const recorded = recordedEvent(append, write.stream, write.expectedVersion, i, event);
      for (const op of reactions.project(recorded))
        prepared.operations.push({ event: index, op, row: rowName(op, reactions) });
      // What would follow now belongs to the simulated past: its emails and its dates are over.
      if (append.simulatedAt === undefined)
        for (const job of reactions.enqueue(recorded)) prepared.jobs.push({ event: index, job });
    });
  }
  for (const { stream, version } of append.expect ?? []) addStream(stream, version);
  if (prepared.events.length === 0) throw new TypeError('An append without an event records nothing.');
  return prepared;
};

/** Names the row that an operation touches, by its table and key. */
const rowName = (op: ProjectionOp, reactions: Reactions): string => {
  if (op.op === 'release' || op.op === 'clear') return [op.op, op.table, op.key.import_uid].join('\n');
  const key = reactions.tables.find((table) => table.name === op.table)?.key;
  if (!key) throw new TypeError(`There is no read model ${op.table}.`);
  const row: Row = op.op === 'put' ? op.row : op.key;
  const missing = key.find((column) => row[column] === undefined || row[column] === null);
  if (missing !== undefined) throw new TypeError(`${op.op} ${op.table} lacks the key column ${missing}.`);
  return [op.table, ...key.map((column) => JSON.stringify(row[column]))].join('\n');
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
  if (expected === 'any')
    Object.defineProperty(event, 'version', {
      get() {
        throw new TypeError(`${type} is written with 'any' version: a projection cannot read it.`);
      },
    });
  return event;
};
