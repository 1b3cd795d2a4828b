import { Link } from '@remix-run/react';
import { showMonth } from '#app/ui/text/date.ts';
import { inDigits, lasting } from '#app/ui/text/count.ts';
import { Columns } from './columns.tsx';
import { PlotFrame } from './plot-frame.tsx';
import './plot.css';

interface DaysInReviewProps {
  months: readonly {
    month: string;
    versions: number;
    median: number | null;
    from: number | null;
    to: number | null;
  }[];
  versions: number;
  median: number | null;
  /** Far above the others, the slowest first: `label` names the version. */
  slow: readonly { to: string; label: string; month: string; days: number }[];
  /** How many there are in all. */
  slowTotal: number;
}

const days = (count: number | null) => (count === null ? '–' : `${lasting(count, 'day')}`);

/** The slow ones that are named under the picture. */
const named = 3;

/** How long the versions of each month were in review: the median, the middle half, and those far above it. */
export function DaysInReview({ months, versions, median, slow, slowTotal }: DaysInReviewProps) {
  const title = 'Days in review';
  const others = slowTotal - Math.min(named, slow.length);
  return (
    <PlotFrame
      id="days-in-review"
      title={title}
      summary={
        versions === 0
          ? 'No review ended in the last twelve months.'
          : `Median ${days(median)} over twelve months, ${lasting(versions, 'version')}.`
      }
      heads={['Month', 'Versions', 'Median', 'Middle half']}
      rows={months.map(({ month, versions: count, median: middle, from, to }) => [
        showMonth(month),
        inDigits(count),
        days(middle),
        count > 0 ? `${from} to ${to}` : '–',
      ])}
      legend={[
        { mark: 'median', words: 'Median' },
        { mark: 'half', words: 'Middle half' },
        { mark: 'slow', words: 'Outlier' },
      ]}
    >
      <Columns
        label={title}
        columns={months.map(({ month, versions: count, median: middle, from, to }, index) => ({
          key: month,
          words:
            count > 0
              ? `${showMonth(month)}: median ${days(middle)} (${from} to ${to}), ${lasting(count, 'version')}`
              : `${showMonth(month)}: none`,
          tick: (months.length - 1 - index) % 4 === 0 ? showMonth(month) : null,
          parts: [],
          box: middle === null ? null : { from: from ?? middle, middle, to: to ?? middle },
          dots: slow.filter((one) => one.month === month).map((one) => one.days),
        }))}
      />
      {slow.length > 0 && (
        <ul className="plot-named">
          {slow.slice(0, named).map(({ to, label, days: count }) => (
            <li key={`${to} ${label}`}>
              <Link to={to}>{label}</Link> <span>{days(count)}</span>
            </li>
          ))}
          {others > 0 && <li>{inDigits(others)} more took as long.</li>}
        </ul>
      )}
    </PlotFrame>
  );
}
