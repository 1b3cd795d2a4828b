import { scaleLinear } from 'd3-scale';
import { inNumbers, PlotFrame } from './plot-frame.tsx';
import './plot.css';

interface OpenByDepartmentProps {
  bars: readonly { department: string; due: number; overdue: number }[];
}

const width = 520;
const left = 150;
const right = 84;
const rowHeight = 26;

/** A name with room for `most` characters. */
const shortened = (name: string, most = 22): string => {
  const characters = [...name];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : name;
};

/** What each department has still to sign, overdue first. The numbers stand in a table behind it. */
export function OpenByDepartment({ bars }: OpenByDepartmentProps) {
  const most = Math.max(1, ...bars.map(({ due, overdue }) => due + overdue));
  const x = scaleLinear([0, most], [0, width - left - right]);
  const overdue = bars.reduce((sum, bar) => sum + bar.overdue, 0);
  const height = bars.length * rowHeight + 8;
  return (
    <PlotFrame
      id="overdue-by-department"
      title="Overdue by department"
      summary={
        overdue === 0
          ? 'Nothing is overdue.'
          : `${inNumbers(overdue)} overdue; a person counts in each of their departments.`
      }
      heads={['Department', 'Overdue', 'Due later']}
      rows={bars.map(({ department, overdue: late, due }) => [department, inNumbers(late), inNumbers(due)])}
      legend={[
        { mark: 'overdue', words: 'Overdue' },
        { mark: 'due', words: 'Due later' },
      ]}
    >
      <svg className="plot" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        {bars.map(({ department, due, overdue: late }, index) => {
          const y = index * rowHeight + 4;
          return (
            <g key={department}>
              <text className="plot-name" x={left - 10} y={y + 14} textAnchor="end">
                {shortened(department)}
              </text>
              <rect className="plot-overdue" x={left} y={y} width={x(late)} height={rowHeight - 8} />
              <rect className="plot-due" x={left + x(late)} y={y} width={x(due)} height={rowHeight - 8} />
              <text className="plot-label" x={left + x(late + due) + 8} y={y + 14}>
                {late + due === 0 ? '0' : `${inNumbers(late)} / ${inNumbers(late + due)}`}
              </text>
            </g>
          );
        })}
      </svg>
    </PlotFrame>
  );
}
