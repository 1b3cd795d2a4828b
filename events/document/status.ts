/** Stored statuses in the specification's sort order; REJECTED comes after it, last (rules.md section 2). */
export const documentStatuses = [
  'CREATED',
  'IN_REVIEW',
  'APPROVED',
  'PENDING',
  'EFFECTIVE',
  'SUPERSEDED',
  'RETIRED',
  'REJECTED',
] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** What a document itself can be. SUPERSEDED is the standing of an earlier version, never of a document. */
export type LifeStatus = Exclude<DocumentStatus, 'SUPERSEDED'>;
export const lifeStatuses = documentStatuses.filter((status): status is LifeStatus => status !== 'SUPERSEDED');

const labels: Record<Exclude<DocumentStatus, 'PENDING'>, string> = {
  CREATED: 'Draft',
  IN_REVIEW: 'Awaiting Approvers',
  APPROVED: 'Requires Final Approval',
  REJECTED: 'Rejected',
  EFFECTIVE: 'Effective',
  SUPERSEDED: 'Superseded',
  RETIRED: 'Retired',
};

/** The label that a person reads. A PENDING document awaits training until `trainingRate` (percent) is 100. */
export function statusLabel(status: DocumentStatus, trainingRate: number): string {
  if (status === 'PENDING') return trainingRate >= 100 ? 'Awaiting Effective' : 'Awaiting Training';
  return labels[status];
}

/** The status as a refusal names it: the stored value, and the words beside it. */
export const statusInWords = (status: DocumentStatus): string =>
  `${status} (${status === 'PENDING' ? 'scheduled to become effective' : labels[status]})`;

/** Negative, zero or positive, for sorting by status. */
export const compareStatus = (a: DocumentStatus, b: DocumentStatus): number =>
  documentStatuses.indexOf(a) - documentStatuses.indexOf(b);
