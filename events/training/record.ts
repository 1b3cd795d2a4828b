import type { Named } from '#events/common.ts';
import type { UserStatus } from '#events/user/events.ts';
import { addDays, isAfter, later, type Instant } from '#events/time.ts';

/** Open until signed or cancelled (rules.md section 3). */
export const recordStatuses = ['OPEN', 'COMPLETED', 'CANCELLED'] as const;
export type RecordStatus = (typeof recordStatuses)[number];

/** A training record as it was read: one person × one document × one version. */
export interface TrainingRecord {
  readonly record: string;
  readonly user: string;
  readonly document: string;
  readonly version: string;
  readonly status: RecordStatus;
  readonly assignedAt: Instant;
  /** Of the event that assigned it. */
  readonly assignedPosition: string;
  readonly dueAt: Instant;
  readonly completedAt: Instant | null;
}

/** A person as training sees them. `departments` are uids. */
export interface Member {
  readonly uid: string;
  readonly status: UserStatus;
  readonly departments: readonly string[];
}

/** A version that is scheduled or in force, as training sees it. */
export interface PublishedVersion {
  readonly document: Named;
  readonly version: string;
  /** Uids. */
  readonly departments: readonly string[];
  readonly effectiveAt: Instant;
  readonly trainingWaived: boolean;
  /** People of its departments who signed an earlier version count as trained on this one. */
  readonly carriesOver: boolean;
  /** Days after completion at which a person trains again, while the version is still in force. */
  readonly trainingInterval: number;
}

/** True where the person must be trained: ACTIVE or INVITED, in one of its departments, training not waived. */
export const isCovered = (member: Member, version: PublishedVersion): boolean =>
  member.status !== 'INACTIVE' &&
  !version.trainingWaived &&
  member.departments.some((department) => version.departments.includes(department));

/** Due on the effective date, or so many days after assignment where that is later. */
export const dueAt = (effectiveAt: Instant, assignedAt: Instant, trainingDueDays: number): Instant =>
  later(effectiveAt, addDays(assignedAt, trainingDueDays));

/** An open record is overdue once its due date has passed. */
export const isOverdue = (record: Pick<TrainingRecord, 'status' | 'dueAt'>, now: Instant): boolean =>
  record.status === 'OPEN' && isAfter(now, record.dueAt);

/** When the person must have trained again. */
export const retrainingDueAt = (completedAt: Instant, trainingInterval: number): Instant =>
  addDays(completedAt, trainingInterval);

/**
 * Retraining is assigned so many days before it is due: the training due days, or half an interval where the interval
 * is no longer than these, so that nobody is asked again as soon as they have signed.
 */
export const retrainingLead = (trainingInterval: number, trainingDueDays: number): number =>
  trainingInterval > trainingDueDays ? trainingDueDays : trainingInterval / 2;

/**
 * Percent, rounded down: completed among open and completed records, of people who are not deactivated, on the version
 * that counts (rules.md section 2). Null where nobody is assigned. Every rate that is shown counts so.
 */
export function rateOf({ completed, open }: { completed: number; open: number }): number | null {
  const assigned = completed + open;
  return assigned === 0 ? null : Math.floor((completed * 100) / assigned);
}

/** `trainingRate` of a document: 100 where nobody is assigned or training was waived. */
export const trainingRate = (counts: { completed: number; open: number }, trainingWaived = false): number =>
  trainingWaived ? 100 : (rateOf(counts) ?? 100);
