import type { ReactNode } from 'react';

/** Words for screen readers only: the thing that a button acts on, or what a number counts. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className="vh">{children}</span>;
}
