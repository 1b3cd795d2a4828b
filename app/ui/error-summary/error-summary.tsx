import { useEffect, useRef } from 'react';
import { Icon } from '../icon/icon.tsx';
import { counted } from '../text/count.ts';

export type Problem = {
  message: string;
  /** The id of the control to mend; absent for what concerns the whole form. */
  fieldId?: string | undefined;
};

type ErrorSummaryProps = {
  problems: readonly Problem[];
  /** The answer that named the problems: each new one moves the focus here again. */
  attempt?: unknown;
};

const heading = (count: number) => `There ${count === 1 ? 'is' : 'are'} ${counted(count, 'problem')} on this page`;

/** Stands at the top of a refused form, links to each field and takes the focus. */
export function ErrorSummary({ problems, attempt }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const any = problems.length > 0;
  useEffect(() => {
    if (any) summary.current?.focus();
  }, [any, attempt]);
  if (!any) return null;
  return (
    <div className="notice" data-kind="stop" role="alert" ref={summary} tabIndex={-1} autoFocus>
      <Icon name="circle-alert" />
      <p>
        <strong>{heading(problems.length)}</strong>
      </p>
      <ul className="problems">
        {problems.map(({ message, fieldId }) => (
          <li key={`${fieldId ?? ''} ${message}`}>{fieldId ? <a href={`#${fieldId}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  );
}
