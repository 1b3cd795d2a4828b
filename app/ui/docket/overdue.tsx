import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';

/** A date that has passed, in words, shape and colour. */
export function Overdue({ children }: { children: ReactNode }) {
  return (
    <span className="overdue">
      <Icon name="circle-alert" /> {children}
    </span>
  );
}
