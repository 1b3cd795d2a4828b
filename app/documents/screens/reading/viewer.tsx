import type { ReactNode, Ref } from 'react';
import { ScrollRegion } from '#app/ui/scroll/scroll-region.tsx';
import './viewer.css';

type ViewerProps = {
  title: string;
  /** Links to the file itself, beside the title. */
  actions: ReactNode;
  /** What turns, sizes and searches the pages, on a line of its own. */
  tools?: ReactNode;
  /** Between the bar and the pages. */
  notes?: ReactNode;
  /** A column beside the pages where there is room. */
  beside?: ReactNode;
  /** A page fills the width, or shows whole. */
  fit?: 'width' | 'page';
  /** Takes the whole window. */
  full?: boolean;
  /** The scrolling part. */
  region?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** The frame around a document that is being read: its name and tools on a bar, the pages below. */
export function Viewer({ title, actions, tools, notes, beside, fit, full, region, children }: ViewerProps) {
  return (
    <section className="viewer" data-fit={fit} data-full={full ? '' : undefined} aria-labelledby="viewer-title">
      <div className="viewer-bar">
        <p className="label" id="viewer-title">
          {title}
        </p>
        <span className="actions">{actions}</span>
        {tools && <div className="viewer-tools">{tools}</div>}
      </div>
      {notes}
      <div className="viewer-body">
        {beside}
        <ScrollRegion className="viewer-page" label={`${title}, pages`} ref={region}>
          {children}
        </ScrollRegion>
      </div>
    </section>
  );
}

/** A page of paper: white in every theme, since the record looks the same everywhere. */
export function Paper({ children }: { children: ReactNode }) {
  return <div className="paper">{children}</div>;
}
