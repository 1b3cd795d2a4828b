import { useEffect, useRef } from 'react';
import { Icon } from '../icon/icon.tsx';
import { counted } from '../text/count.ts';

export type Problem = {
  message: string;
  /** The id of the control to mend; absent for what concerns the whole form. */
  fieldId?: string | undefined;
  /** Its field was corrected since. */
  healed?: boolean;
};

type ErrorSummaryProps = {
  problems: readonly Problem[];
  /** The answer that named the problems: each new one moves the focus here again. */
  attempt?: unknown;
};

const heading = (count: number) =>
  count === 0 ? 'All corrected' : `There ${count === 1 ? 'is' : 'are'} ${counted(count, 'problem')} on this page`;

/**
 * Stands at the top of a refused form, links to each field and takes the focus. What was corrected is struck out: an
 * entry that vanished would move the field under the hand of the person who types.
 */
export function ErrorSummary({ problems, attempt }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const any = problems.length > 0;
  useEffect(() => {
    if (any) summary.current?.focus();
  }, [any, attempt]);
  if (!any) return null;
  const left = problems.filter(({ healed }) => !healed).length;
  return (
    <div
      className="notice"
      data-kind={left > 0 ? 'stop' : undefined}
      role="alert"
      aria-atomic="false"
      ref={summary}
      tabIndex={-1}
      autoFocus
    >
      <Icon name={left > 0 ? 'circle-alert' : 'circle-check'} />
      <p>
        <strong>{heading(left)}</strong>
      </p>
      <ul className="problems">
        {problems.map(({ message, fieldId, healed }) => {
          const words = fieldId ? <a href={`#${fieldId}`}>{message}</a> : message;
          return <li key={`${fieldId ?? ''} ${message}`}>{healed ? <s>{words}</s> : words}</li>;
        })}
      </ul>
    </div>
  );
}
