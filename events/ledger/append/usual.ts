import { type Prepared, positionToken, recordedAtToken } from './batch.ts';
import { type PlacedOp, arrange, list, rowToken } from './operations.ts';

/** A statement that PostgreSQL keeps prepared, and its parameters. */
export interface Call {
  name: string;
  text: string;
  values: unknown[];
}

const statement = (name: string, parameters: number) => ({
  name: `ledger.${name}`,
  text: `select ledger.${name}(${Array.from({ length: parameters }, (_, i) => `$${i + 1}`).join(', ')})`,
});
const one = statement('append_one', 15);
const flight = statement('append_flight', 24);

/**
 * The call of the usual way in (`migrations/ledger/usual-functions.ts`) for appends of one organisation that can all win; undefined for
 * others.
 */
export const usualCall = (batch: readonly Prepared[]): Call | undefined => {
  const [first] = batch;
  if (batch.length === 1 && first!.events.length === 1 && first!.streams.length === 1 && first!.jobs.length === 0)
    return { ...one, values: oneEvent(first!) };
  const values = manyEvents(batch);
  return values && { ...flight, values };
};

const oneEvent = ({ append, answer, streams, checks, events, ops }: Prepared): unknown[] => {
  const { type, head, tail } = events[0]!;
  const version = checks.length === 0 ? null : checks[0]!.version + 1;
  const [tables, kinds, ends, , rows] = arrange(ops.map((op) => ({ op, event: 1 })));
  return [
    append.org,
    streams[0],
    version,
    type,
    append.commandId,
    answer,
    head,
    version === null ? tail : `${tail}${version}}`,
    recordedAtToken,
    positionToken,
    rowToken,
    tables,
    kinds,
    ends,
    rows,
  ];
};

const manyEvents = (batch: readonly Prepared[]): unknown[] | undefined => {
  const { org } = batch[0]!.append;
  /** Each stream's version as the batch goes on. */
  const versions = new Map<string, number>();
  const checkStreams: string[] = [];
  const checkVersions: number[] = [];
  const eventStreams: string[] = [];
  const eventVersions: number[] = [];
  const types: string[] = [];
  const commands: string[] = [];
  const lasts: (number | null)[] = [];
  const answers: string[] = [];
  const heads: string[] = [];
  const tails: string[] = [];
  const ops: PlacedOp[] = [];
  const jobEvents: number[] = [];
  const jobs: Prepared['jobs'] = [];
  for (const { append, answer, streams, checks, events, ops: itsOps, jobs: itsJobs } of batch) {
    // Without a check a stream is written at any version.
    if (append.org !== org || checks.length < streams.length) return undefined;
    for (const { stream, version } of checks) {
      const name = streams[stream]!;
      const known = versions.get(name);
      if (known === undefined) {
        versions.set(name, version);
        // A stream that begins here is refused by its constraint where it is not new.
        if (version > 0 || !append.writes[stream]?.events.length) {
          checkStreams.push(name);
          checkVersions.push(version);
        }
      } else if (known !== version) return undefined;
    }
    const before = eventStreams.length;
    for (let i = 0; i < events.length; i++) {
      const event = events[i]!;
      const name = streams[event.stream]!;
      const version = versions.get(name)! + 1;
      versions.set(name, version);
      eventStreams.push(name);
      eventVersions.push(version);
      types.push(event.type);
      commands.push(append.commandId);
      lasts.push(i === 0 ? before + events.length : null);
      answers.push(i === 0 ? answer : '');
      heads.push(event.head);
      tails.push(`${event.tail}${version}}`);
    }
    for (const op of itsOps) ops.push({ op, event: before + op.event + 1 });
    for (const job of itsJobs) {
      jobEvents.push(before + job.event + 1);
      jobs.push(job);
    }
  }
  return [
    org,
    checkStreams.join('\n'),
    list(checkVersions),
    eventStreams.join('\n'),
    list(eventVersions),
    types.join('\n'),
    commands.join('\n'),
    list(lasts),
    answers.join('\n'),
    heads.join('\n'),
    tails.join('\n'),
    recordedAtToken,
    positionToken,
    rowToken,
    ...arrange(ops),
    list(jobEvents),
    jobs.map((job) => job.task),
    jobs.map((job) => job.payload).join('\n'),
    jobs.map((job) => job.key),
    jobs.map((job) => job.runAt),
  ];
};
