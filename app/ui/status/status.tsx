import type { ReactNode } from 'react';
import { type DocumentStatus, statusLabel } from '#events/document/status.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/names.ts';

type Face = { tone: string; icon: IconName };

const faces: Record<DocumentStatus, Face> = {
  CREATED: { tone: 'created', icon: 'circle-dashed' },
  IN_REVIEW: { tone: 'in-review', icon: 'users-round' },
  APPROVED: { tone: 'approved', icon: 'stamp' },
  REJECTED: { tone: 'rejected', icon: 'circle-x' },
  PENDING: { tone: 'pending', icon: 'calendar-clock' },
  EFFECTIVE: { tone: 'effective', icon: 'badge-check' },
  SUPERSEDED: { tone: 'superseded', icon: 'layers' },
  RETIRED: { tone: 'retired', icon: 'archive' },
};
/** A PENDING document awaits training until everyone has trained. */
const awaitingTraining: Face = { tone: 'training', icon: 'graduation-cap' };

type StatusProps = {
  status: DocumentStatus;
  /** Percent: distinguishes 'Awaiting Training' from 'Awaiting Effective' while PENDING. */
  trainingRate?: number;
  /** Framed, for the title block. */
  stamp?: boolean;
  /** Other words in the same tone, such as 'Requires Approval' for the approver. */
  label?: ReactNode;
  icon?: IconName;
};

/** Shape first, then words, then colour. */
export function Status({ status, trainingRate = 0, stamp, label, icon }: StatusProps) {
  const face = status === 'PENDING' && trainingRate < 100 ? awaitingTraining : faces[status];
  return (
    <span className={stamp ? 'status stamp' : 'status'} data-status={face.tone}>
      <Icon name={icon ?? face.icon} />
      {label ?? statusLabel(status, trainingRate)}
    </span>
  );
}

/** Good news that is not a document's state, in the same voice: 'Consistent with every earlier checkpoint'. */
export function Verified({ children }: { children: ReactNode }) {
  return (
    <span className="status" data-status="effective">
      <Icon name="badge-check" />
      {children}
    </span>
  );
}
