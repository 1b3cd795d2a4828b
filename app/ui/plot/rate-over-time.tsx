import { scaleLinear } from 'd3-scale';
import { line as lineOf } from 'd3-shape';
import { showDate } from '../text/date.ts';
import { inDigits } from '../text/count.ts';
import { PlotFrame } from './plot-frame.tsx';
import './plot.css';

interface Point {
  /** ISO 8601 in UTC. */
  at: string;
  /** Training records. */
  assigned: number;
  completed: number;
  /** Percent; null where nothing is assigned. */
  rate: number | null;
}

interface RateOverTimeProps {
  /** Oldest first, from the first assignment on. */
  points: readonly Point[];
  /** IANA name. */
  zone: string;
}

const percent = (rate: number | null) => (rate === null ? '–' : `${rate}%`);

/** The frame of the lines in percent of width and height, so that the drawing scales and its text does not. */
const left = 13;
const right = 97;
const top = 6;
const bottom = 84;

/** How many percent of the assigned training records were completed, week by week. The numbers stand in a table behind it. */
export function RateOverTime({ points, zone }: RateOverTimeProps) {
  const x = scaleLinear([0, Math.max(1, points.length - 1)], [left, right]);
  const y = scaleLinear([0, 100], [bottom, top]);
  const path = lineOf<Point>(
    (_, index) => x(index),
    ({ rate }) => y(rate ?? 0),
  ).defined(({ rate }) => rate !== null)([...points]);
  const last = points.at(-1);
  const day = (at: string) => showDate(at, zone);
  const shown = points.filter((_, index) => (points.length - 1 - index) % 8 === 0);
  return (
    <PlotFrame
      id="rate-over-time"
      title="Training rate over time"
      summary={
        last
          ? `${percent(last.rate)} on ${day(last.at)}: ${inDigits(last.completed)} of ${inDigits(last.assigned)} assigned training records completed, on scheduled versions too.`
          : 'No data yet.'
      }
      heads={['Week to', 'Records assigned', 'Completed', 'Trained']}
      rows={points.map(({ at, assigned, completed, rate }) => [
        day(at),
        inDigits(assigned),
        inDigits(completed),
        percent(rate),
      ])}
    >
      <svg className="plot" aria-hidden="true" focusable="false">
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <line className="plot-grid" x1={`${left}%`} x2={`${right}%`} y1={`${y(tick)}%`} y2={`${y(tick)}%`} />
            <text className="plot-label" x={`${left}%`} y={`${y(tick)}%`} dx="-0.6em" dy="0.35em" textAnchor="end">
              {tick}%
            </text>
          </g>
        ))}
        {shown.map(({ at }) => {
          const index = points.findIndex((point) => point.at === at);
          return (
            <text
              key={at}
              className="plot-label"
              x={`${x(index)}%`}
              y="100%"
              dy="-0.4em"
              textAnchor={index === points.length - 1 ? 'end' : 'middle'}
            >
              {day(at)}
            </text>
          );
        })}
        <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
          <path className="plot-line" d={path ?? ''} />
        </svg>
        {last?.rate != null && (
          <circle className="plot-dot" cx={`${x(points.length - 1)}%`} cy={`${y(last.rate)}%`} r="4" />
        )}
      </svg>
    </PlotFrame>
  );
}
