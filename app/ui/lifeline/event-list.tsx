import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/names.ts';
import { showDate, showTime } from '../text/date.ts';
import type { Instant } from '#events/time.ts';

export type TimelineEntry = {
  key: string;
  at: Instant;
  icon: IconName;
  /** `effective`: became effective; `signed`: a signature; `refused`: a rejection; `retired`: the end. */
  kind: 'plain' | 'effective' | 'signed' | 'refused' | 'retired';
  /** A sentence with a subject; a signature is `SignedBy` with its meaning below. */
  children: ReactNode;
};

/** The events of a document, newest first: time, icon, sentence. */
export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label?: string }) {
  return (
    <ol className="life" aria-label={label}>
      {entries.map(({ key, at, icon, kind, children }) => (
        <li key={key} data-kind={kind}>
          <p className="life-when">
            <time dateTime={at}>
              <b>{showDate(at, 'UTC')}</b> {showTime(at)}
            </time>
          </p>
          <span className="life-node" aria-hidden="true">
            <Icon name={icon} />
          </span>
          <div>{children}</div>
        </li>
      ))}
    </ol>
  );
}
