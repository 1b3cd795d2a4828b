import { showMonth } from '#app/ui/text/date.ts';
import { inDigits, lasting } from '#app/ui/text/count.ts';
import { Columns } from './columns.tsx';
import { PlotFrame } from './plot-frame.tsx';

interface ReviewsDueProps {
  overdue: number;
  /** `month` as `2026-03`, from the present one on. */
  months: readonly { month: string; reviews: number }[];
  later: number;
}

/** The periodic reviews of a year by the month in which they are due, and those that are overdue. */
export function ReviewsDue({ overdue, months, later }: ReviewsDueProps) {
  const title = 'Reviews due by month';
  const coming = months.reduce((sum, { reviews }) => sum + reviews, 0);
  return (
    <PlotFrame
      id="reviews-due"
      title={title}
      summary={
        `${overdue === 0 ? 'No review is overdue' : `${lasting(overdue, 'review')} overdue`}, ` +
        `${inDigits(coming)} due within twelve months, ${inDigits(later)} later.`
      }
      heads={['Month', 'Reviews']}
      rows={[
        ['Overdue', inDigits(overdue)],
        ...months.map(({ month, reviews }) => [showMonth(month), inDigits(reviews)]),
        ['Later', inDigits(later)],
      ]}
      legend={[
        { mark: 'overdue', words: 'Overdue' },
        { mark: 'due', words: 'Due' },
      ]}
    >
      <Columns
        label={title}
        columns={[
          {
            key: 'overdue',
            words: `Overdue: ${lasting(overdue, 'review')}`,
            tick: 'Overdue',
            parts: [{ mark: 'overdue', amount: overdue }],
          },
          ...months.map(({ month, reviews }, index) => ({
            key: month,
            words: `${showMonth(month)}: ${lasting(reviews, 'review')}`,
            tick: index % 4 === 3 ? showMonth(month) : null,
            parts: [{ mark: 'due' as const, amount: reviews }],
          })),
        ]}
      />
    </PlotFrame>
  );
}
