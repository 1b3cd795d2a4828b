import type { ApprovalRequest } from '#events/document/events.ts';

/** OPEN until signed or cancelled. A CANCELLED approval is no longer shown. */
export const approvalStatuses = ['OPEN', 'APPROVED', 'REJECTED', 'CANCELLED'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** One person's approval of one version. */
export interface Approval extends ApprovalRequest {
  readonly status: ApprovalStatus;
}

export const isOpen = (approval: Approval): boolean => approval.status === 'OPEN';

/** Shown, and counted as an approver of the version. */
export const isStanding = (approval: Approval): boolean => approval.status !== 'CANCELLED';

/** The approval as events carry it. */
export const requestOf = ({ uid, user, name }: Approval): ApprovalRequest => ({ uid, user, name });
