import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';

/** The main region of a page: everything between masthead and footer. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <main className="page" id="main" tabIndex={-1}>
      {children}
    </main>
  );
}

/** Title of a plain page with its actions at the end of the line. */
export function PageHead({ title, lede, actions }: { title: ReactNode; lede?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        {lede && <p className="lede">{lede}</p>}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}

/** Title with the tabs of a place on one rule; `aside` at the end of the line. */
export function SectionHead({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="section-head">
      <h1>{title}</h1>
      {children}
      {aside && <div className="section-aside">{aside}</div>}
    </div>
  );
}

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="crumb" to={to}>
      <Icon name="arrow-left" />
      {children}
    </Link>
  );
}

type TitleBlockProps = {
  /** Back link and document number, in this order. */
  trail?: ReactNode;
  title: ReactNode;
  /** Status stamp, version, dates: each a short element. */
  facts?: ReactNode;
  /** For signing pages, where the file is the centre. */
  compact?: boolean;
  /** The rosette or the actions, at the end of the line. */
  aside?: ReactNode;
};

/** The head of one document. */
export function TitleBlock({ trail, title, facts, compact, aside }: TitleBlockProps) {
  const block = (
    <header className={compact ? 'title-block compact' : 'title-block'}>
      {trail && <p className="trail">{trail}</p>}
      <h1>{title}</h1>
      {facts && <div className="facts">{facts}</div>}
    </header>
  );
  return aside ? (
    <div className="page-head">
      {block}
      {aside}
    </div>
  ) : (
    block
  );
}

type ObjectHeadProps = {
  /** The address and the words of the link back. */
  back: string;
  backLabel: string;
  /** Its number, beside the link. */
  number?: ReactNode;
  name: string;
  /** Each a short element. */
  facts?: ReactNode;
};

/** The masthead of an object above a dialog's page, whose heading is the question about it. */
export const ObjectHead = ({ back, backLabel, number, name, facts }: ObjectHeadProps) => (
  <header className="title-block compact">
    <p className="trail">
      <BackLink to={back}>{backLabel}</BackLink>
      {number}
    </p>
    <p className="object record">{name}</p>
    {facts && <div className="facts">{facts}</div>}
  </header>
);

/** Buttons in one line, wrapping. `end` puts them at the end of it; `doc` leaves room below, under a title block. */
export function Actions({ end, doc, children }: { end?: boolean; doc?: boolean; children: ReactNode }) {
  return <div className={['actions', end && 'end', doc && 'doc-actions'].filter(Boolean).join(' ')}>{children}</div>;
}

/** Children below one another, evenly spaced. */
export function Stack({ tight, children }: { tight?: boolean; children: ReactNode }) {
  return <div className={tight ? 'stack tight' : 'stack'}>{children}</div>;
}

/** Children side by side while there is room, as short fields. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="pair">{children}</div>;
}

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

/** The title of a browser tab: what the page is for, and its document or person. */
export const pageTitle = (what: string, about: string | undefined) => [
  { title: `${what}${about ? `: ${about}` : ''} - Imprimatur` },
];
