import type { ReactNode } from 'react';

/** A framed sheet with a heading. */
export function Sheet({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section className="sheet" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
