import type { ReactNode } from 'react';

/** A piece of paper on the desk, with its heading. */
export function Sheet({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section className="sheet" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
