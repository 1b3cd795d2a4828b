import type { ReactNode } from 'react';
import type { Column } from './register.tsx';

/** Renders to HTML that the browser takes over. */
type Render = (content: ReactNode) => string;

let render: Render | undefined;

/** Has the server keep what the rows of registers were rendered to; the browser does not call it. */
export function keepRows(by: Render): void {
  render = by;
}

const steady = new WeakMap<readonly unknown[], WeakMap<object, string>>();

/**
 * Says of columns that they are made once and that their cells show nothing but the row, no place and no person: the HTML of a row that cannot
 * change either is kept as long as the row itself. Queries answer such rows again and again (`app/queries/answers.ts`).
 */
export function steadyColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  steady.set(columns, new WeakMap());
  return columns;
}

/** Columns whose cells show the row and a time zone (IANA name), made once for each zone. */
export function columnsByZone<Row>(make: (zone: string) => Column<Row>[]): (zone: string) => readonly Column<Row>[] {
  const made = new Map<string, readonly Column<Row>[]>();
  return (zone) => {
    const known = made.get(zone) ?? steadyColumns(make(zone));
    made.set(zone, known);
    return known;
  };
}

/** The HTML of a row's cells, where it is kept; undefined where they have to be rendered in their place. */
export function keptRow<Row>(columns: readonly Column<Row>[], row: Row, cells: () => ReactNode): string | undefined {
  const rows = render && steady.get(columns);
  if (!render || !rows || typeof row !== 'object' || row === null || !Object.isFrozen(row)) return undefined;
  const known = rows.get(row);
  if (known !== undefined) return known;
  const html = render(cells());
  rows.set(row, html);
  return html;
}
