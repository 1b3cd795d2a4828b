import { Link } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import type { ComingUp, NextDays as Coming } from '#app/home/queries/next-days.ts';
import { documentAddress } from '#app/kit/screen/document-address.ts';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { Icon } from '#app/ui/icon/icon.tsx';
import type { IconName } from '#app/ui/icon/names.ts';
import { inDigits } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

const kinds: Record<ComingUp['kind'], { icon: IconName; words: string }> = {
  effective: { icon: 'calendar-clock', words: 'effective' },
  review: { icon: 'book-open', words: 'periodic review due' },
  training: { icon: 'graduation-cap', words: 'your training due' },
};

/** The items of one day after the other. */
function byDay(items: readonly ComingUp[], zone: string): [string, ComingUp[]][] {
  const days = new Map<string, ComingUp[]>();
  for (const item of items) {
    const day = showDate(item.at, item.zone ?? zone);
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days];
}

const addressOf = ({ record, document }: ComingUp, asof: string | undefined): string =>
  record && asof
    ? addresses.trainingRecord(record, asof)
    : record
      ? addresses.review(record)
      : documentAddress({ uid: document, status: 'EFFECTIVE' }, asof);

/** The margin of a wide page: what comes in the next thirty days. */
export function NextDays({ coming: { items, total }, zone }: { coming: Coming; zone: string }) {
  const asof = usePast();
  return (
    <aside className="next-days" aria-labelledby="next-days">
      <h2 id="next-days">Next 30 days</h2>
      {total === 0 && <p className="meta">Nothing becomes effective or due.</p>}
      {byDay(items, zone).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3>{day}</h3>
          <ul className="next-list">
            {ofDay.map((item) => (
              <li key={`${item.kind} ${item.document}`}>
                <Icon name={kinds[item.kind].icon} />
                <div>
                  <Link className="record" to={addressOf(item, asof)}>
                    {item.name}
                  </Link>
                  <p className="meta">
                    {documentNumber(item)}, {kinds[item.kind].words}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {total > items.length && <p className="meta">{`${inDigits(total - items.length)} more.`}</p>}
    </aside>
  );
}
