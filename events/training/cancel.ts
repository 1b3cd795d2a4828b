import type { E } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import { compareVersions } from '#events/document/version.ts';
import { batchesOf } from '#events/training/batches.ts';
import type { RecordReference } from '#events/training/events.ts';
import { dueAt, isCovered, type Member, type PublishedVersion, type TrainingRecord } from '#events/training/record.ts';

type TrainingCancelled = E<'TrainingCancelled'>;
type Because = TrainingCancelled['data']['because'];
type PersonCause = Extract<Because, `person_${string}`>;

const referenceOf = ({ record, user, document, version }: TrainingRecord): RecordReference => ({
  record,
  user,
  document,
  version,
});

const open = (records: readonly TrainingRecord[]): TrainingRecord[] =>
  records.filter((record) => record.status === 'OPEN');

const cancelled = (
  because: Because,
  cause: { document: Named | null; user: Named | null },
  records: readonly TrainingRecord[],
): TrainingCancelled[] =>
  batchesOf(open(records).map(referenceOf)).map((batch) => ({
    type: 'TrainingCancelled',
    data: { because, ...cause, records: batch },
  }));

/** Cancels what is open among these records because of the document. For stream `training-<documentUid>`. */
export const cancelBecauseOfDocument = (
  because: Exclude<Because, PersonCause>,
  document: Named,
  records: readonly TrainingRecord[],
): TrainingCancelled[] => cancelled(because, { document, user: null }, records);

/** Cancels what is open among these records because of the person. For stream `learner-<userUid>`. */
export const cancelBecauseOfPerson = (
  because: PersonCause,
  user: Named,
  records: readonly TrainingRecord[],
): TrainingCancelled[] => cancelled(because, { document: null, user }, records);

/**
 * The open records that are not needed any more: the version is not among `versions`, or does not cover the person. A
 * person who is covered through another department keeps their record.
 */
export function uncovered(
  records: readonly TrainingRecord[],
  members: readonly Member[],
  versions: readonly PublishedVersion[],
): TrainingRecord[] {
  const people = new Map(members.map((member) => [member.uid, member]));
  const published = new Map(versions.map((one) => [`${one.document.uid} ${one.version}`, one]));
  return open(records).filter((record) => {
    const member = people.get(record.user);
    const version = published.get(`${record.document} ${record.version}`);
    return !member || !version || !isCovered(member, version);
  });
}

/** Open with the due date that it had on an earlier version: training that a waiver carries over. */
const isBrought = (record: TrainingRecord, records: readonly TrainingRecord[]): boolean =>
  records.some(
    ({ user, version, dueAt: due }) =>
      user === record.user && due === record.dueAt && compareVersions(version, record.version) < 0,
  );

/**
 * The new due dates of a version's open records after its effective date moved, for stream `training-<documentUid>`.
 * Of all of the document's `records` those keep their date that were open before. No event where every date stays.
 */
export function moveDueDates(
  document: Named,
  { version, effectiveAt, carriesOver }: Pick<PublishedVersion, 'version' | 'effectiveAt' | 'carriesOver'>,
  records: readonly TrainingRecord[],
  trainingDueDays: number,
): E<'TrainingDueChanged'>[] {
  const moved = open(records).flatMap((record) => {
    if (record.version !== version || (carriesOver && isBrought(record, records))) return [];
    const due = dueAt(effectiveAt, record.assignedAt, trainingDueDays);
    return due === record.dueAt ? [] : [{ ...referenceOf(record), old: record.dueAt, new: due }];
  });
  return batchesOf(moved).map((batch) => ({
    type: 'TrainingDueChanged',
    data: { because: 'effective_date_changed', document, records: batch },
  }));
}
