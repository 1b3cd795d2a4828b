import type { DocumentStatus } from '#events/document/status.ts';
import { Status } from '../status/status.tsx';

type Step = { status: DocumentStatus; note: string; current?: boolean };

/** The statuses a document passes, in order, with a word on each. */
export function Course({ title, steps }: { title: string; steps: readonly Step[] }) {
  return (
    <div className="stack tight next">
      <h2>{title}</h2>
      <ol className="course">
        {steps.map(({ status, note, current }) => (
          <li key={status} aria-current={current ? 'step' : undefined}>
            <Status status={status} />
            <span className="meta">{note}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
