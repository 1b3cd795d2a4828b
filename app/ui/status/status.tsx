import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/names.ts';

/** The states a person sees. A PENDING document is `training` under 100 percent trained and `pending` from there. */
export type StatusName =
  'created' | 'in-review' | 'approved' | 'rejected' | 'training' | 'pending' | 'effective' | 'superseded' | 'retired';

const faces: Record<StatusName, { label: string; icon: IconName }> = {
  created: { label: 'Draft', icon: 'circle-dashed' },
  'in-review': { label: 'Awaiting Approvers', icon: 'users-round' },
  approved: { label: 'Requires Final Approval', icon: 'stamp' },
  rejected: { label: 'Rejected', icon: 'circle-x' },
  training: { label: 'Awaiting Training', icon: 'graduation-cap' },
  pending: { label: 'Awaiting Effective', icon: 'calendar-clock' },
  effective: { label: 'Effective', icon: 'badge-check' },
  superseded: { label: 'Superseded', icon: 'layers' },
  retired: { label: 'Retired', icon: 'archive' },
};

/** The words of a state, for sentences and reports. */
export const statusLabel = (status: StatusName) => faces[status].label;

/**
 * The status to show for a stored document state. `trainingRate` in percent, 0 to 100.
 */
export function statusName(
  stored: 'CREATED' | 'IN_REVIEW' | 'APPROVED' | 'REJECTED' | 'PENDING' | 'EFFECTIVE' | 'SUPERSEDED' | 'RETIRED',
  trainingRate: number,
): StatusName {
  switch (stored) {
    case 'CREATED':
      return 'created';
    case 'IN_REVIEW':
      return 'in-review';
    case 'APPROVED':
      return 'approved';
    case 'REJECTED':
      return 'rejected';
    case 'PENDING':
      return trainingRate < 100 ? 'training' : 'pending';
    case 'EFFECTIVE':
      return 'effective';
    case 'SUPERSEDED':
      return 'superseded';
    case 'RETIRED':
      return 'retired';
  }
}

type StatusProps = {
  status: StatusName;
  /** Framed, for the title block. */
  stamp?: boolean;
  /** Other words in the same tone, such as 'Requires Approval' for the person whose signature is wanted. */
  label?: ReactNode;
  icon?: IconName;
};

/** Shape first, then words, then colour. */
export function Status({ status, stamp, label, icon }: StatusProps) {
  const face = faces[status];
  return (
    <span className={stamp ? 'status stamp' : 'status'} data-status={status}>
      <Icon name={icon ?? face.icon} />
      {label ?? face.label}
    </span>
  );
}
