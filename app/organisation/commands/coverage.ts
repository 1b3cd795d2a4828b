import type { E } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import type { StreamExpectation } from '#events/ledger/types.ts';
import { streams } from '#events/streams.ts';
import { determineAssignments, idsNeeded } from '#events/training/assign.ts';
import { cancelBecauseOfDocument, cancelBecauseOfPerson, moveDueDates, uncovered } from '#events/training/cancel.ts';
import type { Member, PublishedVersion, TrainingRecord } from '#events/training/record.ts';
import { readMembers, readPublishedVersions, readRecords } from '#app/organisation/queries/coverage.ts';
import type { CommandContext, Intent } from '#app/kit/command/command.ts';

/** What training adds to a command's append, so that both are recorded or neither. */
export type TrainingPart = Pick<Intent<unknown>, 'writes'> & { expect: StreamExpectation[] };

export const noTraining: TrainingPart = { writes: [], expect: [] };

type Assigned = E<'TrainingAssigned'>['data']['because'];
type DocumentCause = Parameters<typeof cancelBecauseOfDocument>[0];

/** Joins parts into one; a stream in two parts is written once with both their events in order. */
export function together(...parts: TrainingPart[]): TrainingPart {
  const writes = new Map<string, TrainingPart['writes'][number]>();
  for (const write of parts.flatMap((part) => part.writes)) {
    const earlier = writes.get(write.stream);
    writes.set(write.stream, earlier ? { ...earlier, events: [...earlier.events, ...write.events] } : write);
  }
  return { writes: [...writes.values()], expect: parts.flatMap((part) => part.expect) };
}

/**
 * Training after a change of a document. `version`: as the command makes it (null: none needs training now); `assign`:
 * why people are assigned (null: nobody); `cancel`: why records are cancelled. A signature meanwhile makes the append
 * conflict.
 */
export async function trainingOfDocument(
  context: CommandContext,
  change: {
    document: Named;
    version: PublishedVersion | null;
    /** Versions whose open records stay, such as the one in force beside a scheduled one. */
    keep?: readonly string[];
    assign: Assigned | null;
    cancel: DocumentCause | null;
    /** Due dates of open records follow the version's date. */
    moveDue?: boolean;
  },
): Promise<TrainingPart> {
  const { document, version, keep = [], assign, cancel, moveDue = false } = change;
  const { org, ports } = context;
  const training = streams.training(document.uid);
  const versions = await ports.ledger.streamVersions(org, [streams.assignment, training]);
  const { members, records } = await ports.database.read(org, async (db) => {
    const found = await readRecords(db, { documents: [document.uid] });
    const holders = found.filter(({ status }) => status === 'OPEN').map(({ user }) => user);
    const covered = await readMembers(db, { departments: version?.departments ?? [] });
    const others = await readMembers(db, { users: without(holders, covered) });
    return { members: [...covered, ...others], records: found };
  });
  const affected = records.filter((record) => !keep.includes(record.version));
  const published = version ? [version] : [];
  const cancelled = cancel ? cancelBecauseOfDocument(cancel, document, uncovered(affected, members, published)) : [];
  const gone = new Set(cancelled.flatMap(({ data }) => data.records.map(({ record }) => record)));
  const staying = records.filter(({ record }) => !gone.has(record));
  const moved = moveDue && version ? moveDueDates(document, version, staying, await dueDays(context)) : [];
  return together(
    {
      writes: [{ stream: training, version: versions.get(training) ?? 0, events: [...cancelled, ...moved] }],
      expect: unsigned(gone),
    },
    assign && version && !version.trainingWaived
      ? await assignment(context, versions, {
          because: assign,
          document,
          user: null,
          members,
          versions: published,
          records,
        })
      : // What somebody was assigned meanwhile would stay open.
        {
          writes: [],
          expect: [{ stream: streams.assignment, version: versions.get(streams.assignment) ?? 0 }],
        },
  );
}

/**
 * Training after a change of a person. `member`: as the command makes them. An INACTIVE person's open records are all
 * cancelled, else those that no department needs any more.
 */
export async function trainingOfPerson(
  context: CommandContext,
  change: {
    user: Named;
    member: Member;
    assign: Assigned | null;
    cancel: 'person_left_department' | 'person_deactivated' | null;
  },
): Promise<TrainingPart> {
  const { user, member, assign, cancel } = change;
  const { org, ports } = context;
  const learner = streams.learner(user.uid);
  // A document that is retired meanwhile makes the append conflict.
  const which = { departments: member.departments };
  const inForce = assign ? await ports.database.read(org, (db) => readPublishedVersions(db, which)) : [];
  const documents = [...new Set(inForce.map(({ document }) => streams.document(document.uid)))];
  const streamVersions = await ports.ledger.streamVersions(org, [streams.assignment, learner, ...documents]);
  const { versions, records } = await ports.database.read(org, async (db) => ({
    versions: await readPublishedVersions(db, which),
    records: await readRecords(db, { users: [user.uid] }),
  }));
  // A version published between the two reads is missing from the expected streams.
  if (assign && versions.some(({ document }) => !documents.includes(streams.document(document.uid)))) {
    return await trainingOfPerson(context, change);
  }
  const cancelled = cancel ? cancelBecauseOfPerson(cancel, user, uncovered(records, [member], versions)) : [];
  const gone = cancelled.flatMap(({ data }) => data.records.map(({ record }) => record));
  return together(
    {
      writes: [{ stream: learner, version: streamVersions.get(learner) ?? 0, events: cancelled }],
      expect: [...unsigned(gone), ...documents.map((stream) => ({ stream, version: streamVersions.get(stream) ?? 0 }))],
    },
    await assignment(context, streamVersions, {
      because: assign ?? 'joined_department',
      document: null,
      user,
      members: assign ? [member] : [],
      versions: assign ? versions : [],
      records,
    }),
  );
}

/**
 * The write to stream `assignment`, made even if nobody is assigned: publishing and joining a department at once then
 * conflict, and the second decides again.
 */
async function assignment(
  context: CommandContext,
  streamVersions: Map<string, number>,
  question: {
    because: Assigned;
    document: Named | null;
    user: Named | null;
    members: Member[];
    versions: PublishedVersion[];
    records: TrainingRecord[];
  },
): Promise<TrainingPart> {
  const newIds = Array.from({ length: idsNeeded(question) }, () => context.ports.newId());
  const events = determineAssignments({
    ...question,
    trainingDueDays: await dueDays(context),
    now: context.now,
    newIds,
  });
  return {
    writes: [{ stream: streams.assignment, version: streamVersions.get(streams.assignment) ?? 0, events }],
    expect: [],
  };
}

/** A cancelled record must not be signed meanwhile: its own stream must not exist yet. */
const unsigned = (records: Iterable<string>): StreamExpectation[] =>
  [...records].map((record) => ({ stream: streams.record(record), version: 0 }));

const without = (uids: readonly string[], members: readonly Member[]): string[] => {
  const known = new Set(members.map(({ uid }) => uid));
  return [...new Set(uids)].filter((uid) => !known.has(uid));
};

/** The organisation's days until assigned training is due. */
async function dueDays({ org, ports, viewer }: CommandContext): Promise<number> {
  if (viewer) return viewer.settings.trainingDueDays;
  const row = await ports.database.read(org, (db) =>
    db.selectFrom('read.organisation').select('settings').executeTakeFirstOrThrow(),
  );
  return row.settings.trainingDueDays;
}
