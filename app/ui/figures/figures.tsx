import { Link } from '@remix-run/react';
import { Hidden } from '../icon/icon.tsx';
import { inDigits } from '../text/count.ts';

/** The number at the end of each week; with `came` what came in each week, in words. */
export interface Plot {
  weeks: readonly number[];
  came?: string;
}

export interface FigureLink {
  to: string;
  label: string;
  count: number;
  /** Its line, the oldest week first; absent where nothing counts the same week by week. */
  plot?: Plot;
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

const plotWords = ({ weeks, came }: Plot): string =>
  `${came === undefined ? 'At the end of' : `${came} in`} each of the last ${weeks.length} weeks`;

/** A few numbers, each a link to what it counts, with a small line of its last weeks. */
export function Figures({ label, figures }: { label: string; figures: readonly FigureLink[] }) {
  return (
    <nav className="figures" aria-label={label}>
      {figures.map(({ to, label: words, count, plot, stop }) => (
        <Link key={words} to={to} className="figure" data-tone={stop && count > 0 ? 'stop' : undefined}>
          <b>{inDigits(count)}</b>
          <span>{words}</span>
          {plot && (
            <>
              <svg className="spark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
                <title>{plotWords(plot)}</title>
                <polyline points={pointsOf(plot.weeks)} />
              </svg>
              <Hidden>
                . {plotWords(plot)}: {plot.weeks.join(', ')}
              </Hidden>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}
