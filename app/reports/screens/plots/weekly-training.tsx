import type { Instant } from '#events/time.ts';
import { showDate } from '#app/ui/text/date.ts';
import { inDigits } from '#app/ui/text/count.ts';
import { Columns } from './columns.tsx';
import { PlotFrame } from './plot-frame.tsx';

interface Week {
  /** Its end. */
  at: Instant;
  signed: number;
  open: number;
  overdue: number;
  assigned: number;
  completed: number;
  /** Percent; null where nothing is assigned. */
  rate: number | null;
}

const percent = (rate: number | null) => (rate === null ? '–' : `${rate}%`);

/** What was signed each week, and what was open and overdue at its end; `weeks` oldest first, `zone` an IANA name. */
export function WeeklyTraining({ weeks, zone }: { weeks: readonly Week[]; zone: string }) {
  const last = weeks.at(-1);
  const day = (at: Instant) => showDate(at, zone);
  const title = 'Training by week';
  return (
    <PlotFrame
      id="training-by-week"
      title={title}
      summary={
        last
          ? `${percent(last.rate)} trained on ${day(last.at)}: ${inDigits(last.completed)} of ` +
            `${inDigits(last.assigned)} assigned training records. Where a version is scheduled, only that ` +
            'version of the document counts. The bars show all open training.'
          : 'No data yet.'
      }
      heads={['Week to', 'Signed', 'Open', 'Overdue', 'Trained']}
      rows={weeks.map((week) => [
        day(week.at),
        inDigits(week.signed),
        inDigits(week.open),
        inDigits(week.overdue),
        percent(week.rate),
      ])}
      legend={[
        { mark: 'signed', words: 'Signed in the week' },
        { mark: 'due', words: 'Open at its end' },
        { mark: 'overdue', words: 'Overdue at its end' },
      ]}
    >
      <Columns
        label={title}
        columns={weeks.map(({ at, signed, open, overdue }, index) => ({
          key: at,
          words: `Week to ${day(at)}: ${inDigits(signed)} signed, ${inDigits(open)} open, ${inDigits(overdue)} overdue`,
          tick: (weeks.length - 1 - index) % 8 === 0 ? day(at) : null,
          parts: [
            { mark: 'overdue', amount: overdue },
            { mark: 'due', amount: open },
            { mark: 'signed', amount: signed },
          ],
        }))}
      />
    </PlotFrame>
  );
}
