import { Link } from '@remix-run/react';
import { Hidden } from '../text/hidden.tsx';
import { inDigits } from '../text/count.ts';

export interface FigureLink {
  to: string;
  label: string;
  count: number;
  /** What it was week by week, the oldest first. */
  weeks: readonly number[];
  /** Red where it is not zero. */
  stop?: boolean;
}

const width = 66;
const height = 22;

/** The weeks as points of a line; flat at the foot where all are zero. */
function pointsOf(weeks: readonly number[]): string {
  const top = Math.max(1, ...weeks);
  const step = width / Math.max(1, weeks.length - 1);
  return weeks
    .map((count, at) => `${(at * step).toFixed(1)},${(height - 2 - (count / top) * (height - 4)).toFixed(1)}`)
    .join(' ');
}

/** A few numbers, each a link to what it counts, with a small line of its last weeks. */
export function Figures({ label, figures }: { label: string; figures: readonly FigureLink[] }) {
  return (
    <nav className="figures" aria-label={label}>
      {figures.map(({ to, label: words, count, weeks, stop }) => (
        <Link key={words} to={to} className="figure" data-tone={stop && count > 0 ? 'stop' : undefined}>
          <b>{inDigits(count)}</b>
          <span>{words}</span>
          <svg className="spark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
            <polyline points={pointsOf(weeks)} />
          </svg>
          <Hidden>
            , in the last {weeks.length} weeks: {weeks.join(', ')}
          </Hidden>
        </Link>
      ))}
    </nav>
  );
}
