import type { ApprovalRequest } from '#events/document/approval-events.ts';
import type { Instant } from '#events/time.ts';

/**
 * WAITING until its step of a route opens; OPEN until signed or cancelled. A CANCELLED approval is no longer shown.
 */
export const approvalStatuses = ['WAITING', 'OPEN', 'APPROVED', 'REJECTED', 'CANCELLED'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** One person's approval of one version. */
export interface Approval extends ApprovalRequest {
  readonly status: ApprovalStatus;
  /** The position of the event that opened it; absent while it waits. */
  readonly openedAt?: Instant | undefined;
  /** The uid of who signed: the person who was asked, or their deputy. */
  readonly signer?: string;
  /** Absent until it is signed. */
  readonly signedAt?: Instant;
  /** Cancelled because another approver rejected the version, or the step was complete without it. */
  readonly notNeeded?: true;
}

export const isOpen = (approval: Approval): boolean => approval.status === 'OPEN';

/** Neither signed nor cancelled. */
export const isUndecided = (approval: Approval): boolean => isOpen(approval) || approval.status === 'WAITING';

/** Shown, and counted as an approver of the version. */
export const isStanding = (approval: Approval): boolean => approval.status !== 'CANCELLED';

/** Asked until the review ended: it stands, or the review ended without it. Nobody took the person out. */
export const wasAsked = (approval: Approval): boolean => isStanding(approval) || approval.notNeeded === true;

/** The approval as events carry it. */
export const requestOf = (approval: Approval): ApprovalRequest => {
  const { uid, user, name, step } = approval;
  return {
    uid,
    user,
    name,
    ...(step !== undefined && { step }),
    ...(approval.function && { function: approval.function }),
  };
};
