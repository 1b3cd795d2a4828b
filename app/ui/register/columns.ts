import { steady } from '../kept/kept.ts';
import type { Column } from './register.tsx';

/** Columns whose cells show the row and a time zone (IANA name) and nothing else, made once for each zone. */
export function columnsByZone<Row>(make: (zone: string) => Column<Row>[]): (zone: string) => readonly Column<Row>[] {
  const made = new Map<string, readonly Column<Row>[]>();
  return (zone) => {
    const known = made.get(zone) ?? steady(make(zone));
    made.set(zone, known);
    return known;
  };
}

/**
 * Columns whose cells show, beside the row and a time zone, how it stands to a moment (ISO 8601 in UTC): made once for each zone and moment. Those
 * of an earlier moment are forgotten, so that it should be exact to the minute and no more.
 */
export function columnsByMoment<Row>(
  make: (zone: string, moment: string) => Column<Row>[],
): (zone: string, moment: string) => readonly Column<Row>[] {
  let last = '';
  let byZone = columnsByZone<Row>(() => []);
  return (zone, moment) => {
    if (moment !== last) byZone = columnsByZone((of) => make(of, moment));
    last = moment;
    return byZone(zone);
  };
}
