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
  /** Where its people are chosen. */
  children?: ReactNode;
}

interface RouteStepsProps {
  label: string;
  steps: readonly StepView[];
  /** One below the other, in a form where people are chosen. */
  column?: boolean;
}

/** A route, drawn as its steps in order. */
export const RouteSteps = ({ label, steps, column }: RouteStepsProps) => (
  <ol className="route-steps" aria-label={label} data-column={column || undefined}>
    {steps.map(({ title, facts, people, missing, state, children }) => (
      <li key={title} data-state={state}>
        <p className="route-step">{title}</p>
        <p className="meta">{facts}</p>
        {people && <div>{people}</div>}
        {missing && <p className="route-missing">{missing}</p>}
        {children}
      </li>
    ))}
  </ol>
);
