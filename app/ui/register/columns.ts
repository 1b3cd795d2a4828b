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
