import { Link } from '@remix-run/react';
import { scaleLinear } from 'd3-scale';
import { inDigits } from '#app/ui/text/count.ts';
import { PlotFrame } from './plot-frame.tsx';
import './plot.css';

interface Bar {
  uid: string;
  department: string;
  due: number;
  overdue: number;
  /** The matrix of the department's gaps. */
  to: string;
}

/** Bars that are seen at once; the others open below them. */
const first = 8;

/** What each department has still to sign, the most overdue first. The numbers of all stand in a table behind it. */
export function OpenByDepartment({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ due, overdue }) => due + overdue));
  const overdue = bars.reduce((sum, bar) => sum + bar.overdue, 0);
  // Those with nothing to sign have no bar: of many departments few are behind.
  const drawn = bars
    .filter((bar) => bar.due + bar.overdue > 0)
    .toSorted((a, b) => b.overdue - a.overdue || b.due - a.due);
  const without = bars.length - drawn.length;
  return (
    <PlotFrame
      id="overdue-by-department"
      title="Overdue by department"
      summary={
        overdue === 0
          ? 'Nothing is overdue.'
          : `${inDigits(overdue)} overdue; a person counts in each of their departments.`
      }
      heads={['Department', 'Overdue', 'Due later']}
      rows={bars.map(({ department, overdue: late, due }) => [department, inDigits(late), inDigits(due)])}
      legend={[
        { mark: 'overdue', words: 'Overdue' },
        { mark: 'due', words: 'Due later' },
      ]}
    >
      <Bars bars={drawn.slice(0, first)} most={most} />
      {drawn.length > first && (
        <details>
          <summary>{`${inDigits(drawn.length - first)} more departments`}</summary>
          <Bars bars={drawn.slice(first)} most={most} />
        </details>
      )}
      {without > 0 && (
        <p className="meta">
          {inDigits(without)} {without === 1 ? 'department has' : 'departments have'} nothing to sign.
        </p>
      )}
    </PlotFrame>
  );
}

function Bars({ bars, most }: { bars: readonly Bar[]; most: number }) {
  const x = scaleLinear([0, most], [0, 100]);
  return (
    <ul className="plot-bars">
      {bars.map(({ uid, department, due, overdue: late, to }) => (
        <li key={uid}>
          <Link to={to} aria-label={`${department}: ${inDigits(late)} overdue, ${inDigits(due)} due later`}>
            <span className="plot-name">{department}</span>
            <svg aria-hidden="true" focusable="false">
              <rect className="plot-overdue" width={`${x(late)}%`} height="100%" />
              <rect className="plot-due" x={`${x(late)}%`} width={`${x(due)}%`} height="100%" />
            </svg>
            <span className="plot-sum">
              <b>{inDigits(late)}</b> / {inDigits(late + due)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
