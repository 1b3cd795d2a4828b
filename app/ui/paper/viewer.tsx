import type { ReactNode } from 'react';

type ViewerProps = { title: string; facts?: ReactNode; actions: ReactNode; children: ReactNode };

/** The frame around a document that is being read: its name and facts on a bar, the pages below. */
export function Viewer({ title, facts, actions, children }: ViewerProps) {
  return (
    <section className="viewer" aria-labelledby="viewer-title">
      <div className="viewer-bar">
        <p className="label" id="viewer-title">
          {title}
        </p>
        {facts && <span>{facts}</span>}
        <span className="actions">{actions}</span>
      </div>
      {/* What scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="viewer-page" tabIndex={0} role="region" aria-label={`${title}, pages`}>
        {children}
      </div>
    </section>
  );
}

/** A page of paper: white in every theme, since the record looks the same everywhere. */
export function Paper({ children }: { children: ReactNode }) {
  return <div className="paper">{children}</div>;
}
