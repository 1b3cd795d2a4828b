import type { E } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import { batchesOf } from '#events/training/batches.ts';
import type { Assignment } from '#events/training/events.ts';
import {
  dueAt,
  isCovered,
  retrainingDueAt,
  retrainingLead,
  type Member,
  type PublishedVersion,
  type TrainingRecord,
} from '#events/training/record.ts';
import { compareVersions } from '#events/document/version.ts';
import { addDays, isAfter, later, msBetween, type Instant } from '#events/time.ts';

type TrainingAssigned = E<'TrainingAssigned'>;
type TrainingCarriedOver = E<'TrainingCarriedOver'>;
type CarriedOver = TrainingCarriedOver['data']['records'][number];

export interface AssignmentQuestion {
  readonly because: TrainingAssigned['data']['because'];
  /** The cause, where it is a document. */
  readonly document: Named | null;
  /** The cause, where it is a person. */
  readonly user: Named | null;
  /** Everybody who may need training: of the chosen departments, those with an open record, or the one person. */
  readonly members: readonly Member[];
  /** The versions, scheduled or in force, that they may need training on. */
  readonly versions: readonly PublishedVersion[];
  /** Every record, whatever its status, of these members on these versions and on the others of their documents. */
  readonly records: readonly TrainingRecord[];
  /** Days. */
  readonly trainingDueDays: number;
  readonly now: Instant;
  /** New record uids, as many as `idsNeeded` says or more. */
  readonly newIds: readonly string[];
}

/** The most record uids that the question can use up. */
export const idsNeeded = ({ members, versions }: Pick<AssignmentQuestion, 'members' | 'versions'>): number =>
  members.length * versions.length;

/** The last completion among these records of one person. */
const lastSigned = (records: readonly TrainingRecord[]): TrainingRecord | undefined =>
  records
    .filter(({ status, completedAt }) => status === 'COMPLETED' && completedAt !== null)
    .sort((a, b) => msBetween(a.completedAt!, b.completedAt!) || compareVersions(a.version, b.version))[0];

const lastCompletion = (records: readonly TrainingRecord[]): string | null => lastSigned(records)?.completedAt ?? null;

/** Whether a person without an open record on the version needs one, by their last completion. */
function isWanting(completedAt: Instant | null, version: PublishedVersion, question: AssignmentQuestion): boolean {
  const retraining = question.because === 'retraining';
  if (completedAt === null) return !retraining;
  // The clock repeats training that was completed too long ago.
  if (question.because === 'lacking') return false;
  const { trainingInterval } = version;
  const lead = retraining ? retrainingLead(trainingInterval, question.trainingDueDays) : 0;
  return !isAfter(addDays(retrainingDueAt(completedAt, trainingInterval), -lead), question.now);
}

/** Retraining is due an interval after the last completion, but not before the version is in force. */
const dueOf = (completedAt: Instant | null, version: PublishedVersion, question: AssignmentQuestion): Instant =>
  question.because === 'retraining' && completedAt !== null
    ? later(version.effectiveAt, retrainingDueAt(completedAt, version.trainingInterval))
    : dueAt(version.effectiveAt, question.now, question.trainingDueDays);

const keyOf = (user: string, document: string): string => `${user} ${document}`;

/**
 * Determines who newly needs training, in events of at most 500 for stream `assignment`. Where nobody does, one empty
 * event records that; a retraining then records nothing. Throws where there are fewer new uids than `idsNeeded`.
 */
export function determineAssignments(question: AssignmentQuestion): (TrainingAssigned | TrainingCarriedOver)[] {
  const { because, document, user, members, versions, records, newIds } = question;
  if (newIds.length < idsNeeded(question)) throw new Error('Too few new uids for the assignments');
  const known = new Map<string, TrainingRecord[]>();
  for (const record of records) {
    const key = keyOf(record.user, record.document);
    known.set(key, [...(known.get(key) ?? []), record]);
  }
  const assignments: Assignment[] = [];
  const carried: CarriedOver[] = [];
  for (const version of versions) {
    for (const member of members) {
      const theirs = known.get(keyOf(member.uid, version.document.uid)) ?? [];
      const own = theirs.filter((record) => record.version === version.version);
      const others = theirs.filter((one) => compareVersions(one.version, version.version) < 0);
      const isFirst = lastCompletion(own) === null;
      const completedAt = isFirst ? null : lastCompletion(version.carriesOver ? [...own, ...others] : own);
      const record = newIds[assignments.length + carried.length];
      if (!record || member.status === 'INACTIVE' || own.some(({ status }) => status === 'OPEN')) continue;
      const reference = { record, user: member.uid, document: version.document.uid, version: version.version };
      const isAsked = isCovered(member, version);
      const before = version.carriesOver && isFirst ? others : [];
      const open = isAsked && because !== 'retraining' ? before.find(({ status }) => status === 'OPEN') : undefined;
      const signed = lastSigned(before);
      if (open) assignments.push({ ...reference, dueAt: open.dueAt });
      // A signature on an earlier version counts for those whom this publication asks.
      else if (signed && isAsked) carried.push({ ...reference, from: signed.version, signedAt: signed.completedAt! });
      else if (isAsked && isWanting(completedAt, version, question))
        assignments.push({ ...reference, dueAt: dueOf(completedAt, version, question) });
    }
  }
  const nobody = assignments.length === 0 && carried.length === 0;
  const lists = nobody && because !== 'retraining' ? [[]] : batchesOf(assignments);
  return [
    ...lists.map(
      (list) => ({ type: 'TrainingAssigned', data: { because, document, user, assignments: list } }) as const,
    ),
    ...batchesOf(carried).map(
      (list) => ({ type: 'TrainingCarriedOver', data: { document, user, records: list } }) as const,
    ),
  ];
}
