import type { ReactNode } from 'react';

type SectionProps = {
  /** Makes the heading's id. */
  id: string;
  title: ReactNode;
  /** Notes that explain, under the heading in the margin. */
  note?: ReactNode;
  /** No rule above: the first leaf of a page. */
  first?: boolean;
  /** Keeps the body to a readable width, for forms. */
  narrow?: boolean;
  /** Out of sight for a while; what was chosen in it stays. */
  hidden?: boolean;
  children: ReactNode;
};

/** The margin explains, the body records. */
export function Section({ id, title, note, first, narrow, hidden, children }: SectionProps) {
  return (
    <section className={first ? 'section first' : 'section'} aria-labelledby={id} hidden={hidden}>
      <div className="section-margin">
        <h2 id={id}>{title}</h2>
        {typeof note === 'string' ? <p>{note}</p> : note}
      </div>
      <div className={narrow ? 'section-body narrow stack' : 'section-body'}>{children}</div>
    </section>
  );
}

type WideSectionProps = { id: string; title: ReactNode; actions?: ReactNode; children: ReactNode };

/** A leaf without a margin, for tables: heading and actions on one line above the body. */
export function WideSection({ id, title, actions, children }: WideSectionProps) {
  return (
    <section className="section wide" aria-labelledby={id}>
      <div className="row">
        <h2 id={id}>{title}</h2>
        {actions && <div className="actions">{actions}</div>}
      </div>
      <div className="section-body">{children}</div>
    </section>
  );
}

/** The last leaf of a form: a sentence about what happens, and the buttons. */
export function SectionFoot({
  label,
  sentence,
  children,
}: {
  label: string;
  sentence?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="section" aria-label={label}>
      <div className="section-margin" />
      <div className="section-body narrow row">
        {sentence && <p>{sentence}</p>}
        <div className="actions">{children}</div>
      </div>
    </section>
  );
}

/** Main column and a narrower one beside it, below it on small screens. `slim` makes the second one slimmer still. */
export function WithAside({
  slim,
  aside,
  label,
  children,
}: {
  slim?: boolean;
  aside: ReactNode;
  label: string;
  children: ReactNode;
}) {
  return (
    <div className={slim ? 'with-aside slim' : 'with-aside'}>
      <div>{children}</div>
      <aside aria-label={label} className="stack">
        {aside}
      </aside>
    </div>
  );
}
