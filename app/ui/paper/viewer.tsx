import type { ReactNode } from 'react';
import { ScrollRegion } from '../scroll/scroll-region.tsx';
import './paper.css';
import '../signature-panel/signature-panel.css';

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
      <ScrollRegion className="viewer-page" label={`${title}, pages`}>
        {children}
      </ScrollRegion>
    </section>
  );
}

/** A page of paper: white in every theme, since the record looks the same everywhere. */
export function Paper({ children }: { children: ReactNode }) {
  return <div className="paper">{children}</div>;
}
