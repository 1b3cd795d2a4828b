import type { ReactNode } from 'react';
import { rowsPlace } from '../register/rows-id.ts';
import { DocNumber } from '../page/doc-number.tsx';

type DocketProps = {
  number: string;
  version?: string;
  title: string;
  /** One fact: who it came from, when it becomes effective. */
  fact: ReactNode;
  /** One button. */
  action: ReactNode;
  /** A second, quieter fact beside the button. */
  aside?: ReactNode;
};

/** A document that waits for this person: number, title, one fact, one button. Stands in `Dockets`. */
export function Docket({ number, version, title, fact, action, aside }: DocketProps) {
  return (
    <li className="docket">
      <p>
        <DocNumber number={number} version={version} />
      </p>
      <h3 className="record">{title}</h3>
      <p className="meta">{fact}</p>
      <div className="docket-foot">
        {action}
        {aside && <span className="meta">{aside}</span>}
      </div>
    </li>
  );
}

/** `skipTo`: the page's second skip link goes to them. */
export function Dockets({ skipTo = false, children }: { skipTo?: boolean; children: ReactNode }) {
  return (
    <ul className="dockets" {...(skipTo ? rowsPlace : {})}>
      {children}
    </ul>
  );
}

type DocketLineProps = Pick<DocketProps, 'number' | 'title' | 'action'> & { fact: string };

/**
 * The same in a low row. The fact stands below the title where both do not fit beside each other. What does not fit
 * then is cut for the eye alone, and shows under the pointer.
 */
export function DocketLine({ number, title, fact, action }: DocketLineProps) {
  return (
    <li className="docket-line">
      <p title={`${number} ${title} ${fact}`}>
        <span className="docket-title">
          <DocNumber number={number} /> <span className="record">{title}</span>
        </span>{' '}
        <span className="meta">{fact}</span>
      </p>
      {action}
    </li>
  );
}
