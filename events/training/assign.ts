import type { E } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import { batchesOf } from '#events/training/batches.ts';
import type { Assignment } from '#events/training/events.ts';
import {
  dueAt,
  isCovered,
  retrainingAt,
  type Member,
  type PublishedVersion,
  type TrainingRecord,
} from '#events/training/record.ts';
import { compareVersions } from '#events/document/version.ts';
import { isAfter } from '#events/time.ts';

type TrainingAssigned = E<'TrainingAssigned'>;
type TrainingCarriedOver = E<'TrainingCarriedOver'>;
type CarriedOver = TrainingCarriedOver['data']['records'][number];

export interface AssignmentQuestion {
  readonly because: TrainingAssigned['data']['because'];
  /** The cause, where it is a document. */
  readonly document: Named | null;
  /** The cause, where it is a person. */
  readonly user: Named | null;
  /** Everybody who may need training: of the chosen departments, or the one person. */
  readonly members: readonly Member[];
  /** The versions, scheduled or in force, that they may need training on. */
  readonly versions: readonly PublishedVersion[];
  /** Every record, whatever its status, of these members on these versions and on the others of their documents. */
  readonly records: readonly TrainingRecord[];
  /** Days. */
  readonly trainingDueDays: number;
  readonly now: string;
  /** New record uids, as many as `idsNeeded` says or more. */
  readonly newIds: readonly string[];
}

/** The most record uids that the question can use up. */
export const idsNeeded = ({ members, versions }: Pick<AssignmentQuestion, 'members' | 'versions'>): number =>
  members.length * versions.length;

/**
 * Whether the person's records on the version require training: none is open, and none was completed within the
 * interval. Only a retraining follows a completion.
 */
function isWanting(
  records: readonly TrainingRecord[],
  version: PublishedVersion,
  because: string,
  now: string,
): boolean {
  if (records.some((record) => record.status === 'OPEN')) return false;
  const completions = records.flatMap((record) => (record.status === 'COMPLETED' ? (record.completedAt ?? now) : []));
  if (completions.length === 0) return because !== 'retraining';
  return completions.every((completedAt) => !isAfter(retrainingAt(completedAt, version.trainingInterval), now));
}

const keyOf = (user: string, document: string): string => `${user} ${document}`;

/** What a person who has no record yet on a version that carries training over brings from the others. */
function broughtFrom(others: readonly TrainingRecord[]): { open: TrainingRecord } | { signed: TrainingRecord } | null {
  const open = others.find((record) => record.status === 'OPEN');
  if (open) return { open };
  const signed = others
    .filter(({ status, completedAt }) => status === 'COMPLETED' && completedAt !== null)
    .sort(
      (a, b) => Date.parse(b.completedAt!) - Date.parse(a.completedAt!) || compareVersions(a.version, b.version),
    )[0];
  return signed ? { signed } : null;
}

/**
 * Determines who newly needs training, in events of at most 500 for stream `assignment`. Where nobody does, one empty
 * event records that; a retraining then records nothing. Throws where there are fewer new uids than `idsNeeded`.
 */
export function determineAssignments(question: AssignmentQuestion): (TrainingAssigned | TrainingCarriedOver)[] {
  const { because, document, user, members, versions, records, trainingDueDays, now, newIds } = question;
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
      const record = newIds[assignments.length + carried.length];
      if (!record || !isCovered(member, version) || !isWanting(own, version, because, now)) continue;
      const isFirst = own.every(({ status }) => status === 'CANCELLED');
      const others = theirs.filter((one) => compareVersions(one.version, version.version) < 0);
      const brought = version.carriesOver && isFirst ? broughtFrom(others) : null;
      const reference = { record, user: member.uid, document: version.document.uid, version: version.version };
      if (brought && 'signed' in brought) {
        const { version: from, completedAt } = brought.signed;
        carried.push({ ...reference, from, signedAt: completedAt! });
        continue;
      }
      const due = brought ? brought.open.dueAt : dueAt(version.effectiveAt, now, trainingDueDays);
      assignments.push({ ...reference, dueAt: due });
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
