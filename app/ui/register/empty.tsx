import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';

/** Nothing matches: the specification's words, in the voice of the record. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="sheet empty">{children}</p>;
}

/** Nothing is left to do. */
export function CaughtUp({ children = "You're all caught up!" }: { children?: ReactNode }) {
  return (
    <div className="caught-up">
      <Icon name="circle-check" />
      <p>{children}</p>
    </div>
  );
}
