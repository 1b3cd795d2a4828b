import { scaleLinear } from 'd3-scale';
import { inDigits } from '../text/count.ts';
import { PlotFrame } from './plot-frame.tsx';
import './plot.css';

interface OpenByDepartmentProps {
  bars: readonly { department: string; due: number; overdue: number }[];
}

/** What each department has still to sign, overdue first. The numbers stand in a table behind it. */
export function OpenByDepartment({ bars }: OpenByDepartmentProps) {
  const most = Math.max(1, ...bars.map(({ due, overdue }) => due + overdue));
  const x = scaleLinear([0, most], [0, 100]);
  const overdue = bars.reduce((sum, bar) => sum + bar.overdue, 0);
  // Those with nothing to sign have no bar: of many departments few are behind.
  const drawn = bars.filter((bar) => bar.due + bar.overdue > 0);
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
      <div className="plot-bars" aria-hidden="true">
        {drawn.map(({ department, due, overdue: late }) => (
          <div key={department}>
            <span className="plot-name">{department}</span>
            <svg focusable="false">
              <rect className="plot-overdue" width={`${x(late)}%`} height="100%" />
              <rect className="plot-due" x={`${x(late)}%`} width={`${x(due)}%`} height="100%" />
            </svg>
            <span>{`${inDigits(late)} / ${inDigits(late + due)}`}</span>
          </div>
        ))}
      </div>
      {without > 0 && (
        <p className="meta">
          {inDigits(without)} {without === 1 ? 'department has' : 'departments have'} nothing to sign.
        </p>
      )}
    </PlotFrame>
  );
}
