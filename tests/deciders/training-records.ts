import type { Member, PublishedVersion, TrainingRecord } from '#events/training/record.ts';
import { quality, tomorrow, uidOf } from '#tests/deciders/people.ts';

export const document = { uid: uidOf(1000), name: 'Batch Record Review' };
export const version: PublishedVersion = {
  document,
  version: '1.0',
  departments: [quality.uid],
  effectiveAt: tomorrow,
  trainingWaived: false,
  carriesOver: false,
  trainingInterval: 365,
};
export const inForce: PublishedVersion = { ...version, effectiveAt: '2025-01-01T00:00:00.000Z' };
export const member = (number: number, changed: Partial<Member> = {}): Member => ({
  uid: uidOf(number),
  status: 'ACTIVE',
  departments: [quality.uid],
  ...changed,
});
export const record = (user: string, changed: Partial<TrainingRecord> = {}): TrainingRecord => ({
  record: uidOf(5000),
  user,
  document: document.uid,
  version: '1.0',
  status: 'OPEN',
  assignedAt: '2026-03-01T00:00:00.000Z',
  assignedPosition: '8',
  dueAt: '2026-03-15T00:00:00.000Z',
  completedAt: null,
  ...changed,
});
export const completed = (user: string, completedAt: string): TrainingRecord =>
  record(user, { status: 'COMPLETED', completedAt });
export const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => uidOf(10_000 + index));
