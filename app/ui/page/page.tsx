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
