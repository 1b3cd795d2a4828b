import type { ReactNode } from 'react';
import { showSeconds } from '../text/date.ts';
import type { Instant } from '#events/time.ts';
import './ledger.css';

/** The events of one day under its date. `meta` is as 'Thursday, 2 events'. Its children are `Event`s. */
export function LedgerDay({ title, meta, children }: { title: string; meta: string; children: ReactNode }) {
  return (
    <>
      <div className="ledger-day">
        <h3>{title}</h3>
        <span className="meta">{meta}</span>
      </div>
      <ol className="ledger">{children}</ol>
    </>
  );
}

type EventProps = {
  /** The anchor, as 'e18402'. */
  id: string;
  at: Instant;
  /** What happened: a sentence with a subject, then signature, facts, details. */
  children: ReactNode;
  proof: ReactNode;
};

/** One event of the audit trail: time in the margin, sentence, proof. */
export function Event({ id, ...parts }: EventProps) {
  return (
    <li className="event" id={id}>
      <EventParts {...parts} />
    </li>
  );
}

/** What stands in an event's list item. */
export function EventParts({ at, children, proof }: Omit<EventProps, 'id'>) {
  return (
    <>
      <p className="event-when">
        <b>
          <time dateTime={at}>{showSeconds(at)}</time>
        </b>{' '}
        UTC
      </p>
      <div className="event-what">{children}</div>
      <div className="event-proof">{proof}</div>
    </>
  );
}

/** What stands behind an event, closed at first. */
export function EventMore({ summary, open, children }: { summary: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open}>
      <summary>{summary}</summary>
      <div className="event-more">{children}</div>
    </details>
  );
}

export type Change = { field: string; before: ReactNode; after: ReactNode };

/** Old and new values, struck out and set bold. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <div>
      <h4>What changed</h4>
      <table className="change">
        <thead className="vh">
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>
                <del>{before ?? 'none'}</del>
              </td>
              <td>
                <ins>{after ?? 'none'}</ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The inclusion proof from an event's leaf to the root: one hash a step, with its side. */
export function ProofPath({ title, steps }: { title: string; steps: readonly { label: string; hash: string }[] }) {
  return (
    <div>
      <h4>{title}</h4>
      <ol className="path">
        {steps.map(({ label, hash }, i) => (
          <li key={i}>
            <span>{label}</span>
            {hash}
          </li>
        ))}
      </ol>
    </div>
  );
}
