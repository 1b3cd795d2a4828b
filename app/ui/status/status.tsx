import type { ReactNode } from 'react';
import { type DocumentStatus, statusLabel } from '#events/document/status.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/names.ts';

/** The tone of a status and its shape. A PENDING document awaits training until everyone has trained. */
function faceOf(status: DocumentStatus, trainingRate: number): { tone: string; icon: IconName } {
  switch (status) {
    case 'CREATED':
      return { tone: 'created', icon: 'circle-dashed' };
    case 'IN_REVIEW':
      return { tone: 'in-review', icon: 'users-round' };
    case 'APPROVED':
      return { tone: 'approved', icon: 'stamp' };
    case 'REJECTED':
      return { tone: 'rejected', icon: 'circle-x' };
    case 'PENDING':
      return trainingRate < 100
        ? { tone: 'training', icon: 'graduation-cap' }
        : { tone: 'pending', icon: 'calendar-clock' };
    case 'EFFECTIVE':
      return { tone: 'effective', icon: 'badge-check' };
    case 'SUPERSEDED':
      return { tone: 'superseded', icon: 'layers' };
    case 'RETIRED':
      return { tone: 'retired', icon: 'archive' };
  }
}

type StatusProps = {
  status: DocumentStatus;
  /** Percent; tells 'Awaiting Training' from 'Awaiting Effective' while PENDING. */
  trainingRate?: number;
  /** Framed, for the title block. */
  stamp?: boolean;
  /** Other words in the same tone, such as 'Requires Approval' for the person whose signature is wanted. */
  label?: ReactNode;
  icon?: IconName;
};

/** Shape first, then words, then colour. */
export function Status({ status, trainingRate = 0, stamp, label, icon }: StatusProps) {
  const face = faceOf(status, trainingRate);
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
