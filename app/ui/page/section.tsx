import type { ReactNode } from 'react';

type SectionProps = {
  /** Makes the heading's id. */
  id: string;
  title: ReactNode;
  /** Notes that explain, under the heading in the margin. */
  note?: ReactNode;
  /** No rule above: the first section of a page. */
  first?: boolean;
  /** Keeps the body to a readable width, for forms. */
  narrow?: boolean;
  /** Not shown; its fields keep their values. */
  hidden?: boolean;
  children: ReactNode;
};

/** Heading and notes in the margin, the content beside it. */
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

/** A section without a margin, for tables: heading and actions on one line above the body. */
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

/** The last section of a form: a sentence about what happens, and the buttons. */
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

type WithAsideProps = { slim?: boolean; aside: ReactNode; label: string; children: ReactNode };

/** Main column and a narrower one beside it, below it on small screens. `slim` makes the second one slimmer still. */
export function WithAside({ slim, aside, label, children }: WithAsideProps) {
  return (
    <div className={slim ? 'with-aside slim' : 'with-aside'}>
      <div>{children}</div>
      <aside aria-label={label} className="stack">
        {aside}
      </aside>
    </div>
  );
}
