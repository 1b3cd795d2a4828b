import type { ReactNode } from 'react';
import type { IconName } from './names.ts';
import sprite from './sprite.svg';

/** A lucide drawing from the same-origin sprite. Always beside words, so it is hidden from assistive technology. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true" focusable="false">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

/** Words for screen readers only: the thing that a button acts on, or what a number counts. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className="vh">{children}</span>;
}
