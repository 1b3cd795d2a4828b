import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';

/** Nothing matches: the specification's words, in the voice of the record. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="sheet empty">{children}</p>;
}

export const caughtUp = "You're all caught up!";

/** Nothing is left to do; or (`children`) nothing here, and what is left on another tab. */
export function CaughtUp({ children = caughtUp }: { children?: ReactNode }) {
  return (
    <div className="caught-up">
      <Icon name="circle-check" />
      <p>{children}</p>
    </div>
  );
}
