import type { ReactNode } from 'react';
import './route-steps.css';

export interface StepView {
  title: string;
  /** Meaning, how many, how long. */
  facts: string;
  /** Who is asked or has signed. */
  people: ReactNode;
  /** What is missing; null where nothing is. */
  missing: string | null;
  state?: 'open' | 'complete' | undefined;
}

/** A route, drawn as its steps in order. */
export const RouteSteps = ({ label, steps }: { label: string; steps: readonly StepView[] }) => (
  <ol className="route-steps" aria-label={label}>
    {steps.map(({ title, facts, people, missing, state }) => (
      <li key={title} data-state={state}>
        <p className="route-step">{title}</p>
        <p className="meta">{facts}</p>
        {people && <div>{people}</div>}
        {missing && <p className="route-missing">{missing}</p>}
      </li>
    ))}
  </ol>
);
