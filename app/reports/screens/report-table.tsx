import { Register, type Column } from '#app/ui/register/register.tsx';

interface ReportRow {
  key: string;
  group: { title: string; begins: boolean } | null;
  cells: string[];
}

interface ReportTableProps {
  labelledBy: string;
  /** Over the names of the groups. */
  groupHead: string;
  columns: readonly { head: string; short: boolean }[];
  rows: readonly ReportRow[];
  empty: string;
}

/**
 * A report's rows. What they are grouped by is seen on the first row of each group; where rows stack, and to who
 * listens, every row says it.
 */
export function ReportTable({ labelledBy, groupHead, columns, rows, empty }: ReportTableProps) {
  const grouped = rows.some(({ group }) => group !== null);
  const group: Column<ReportRow> = {
    key: 'group',
    label: groupHead,
    place: 'lead',
    long: true,
    cell: ({ group: of }) => of && (of.begins ? of.title : <span className="again">{of.title}</span>),
  };
  const own = columns.map(({ head, short }, index): Column<ReportRow> => {
    const place = (['lead', 'full'] as const)[index] ?? 'later';
    return {
      key: head,
      label: head,
      labelled: index > 1,
      rowHead: index === 0,
      nowrap: short,
      long: !short,
      ...(grouped ? { place } : {}),
      cell: ({ cells }) => cells[index],
    };
  });
  return (
    <Register
      labelledBy={labelledBy}
      columns={grouped ? [group, ...own] : own}
      rows={rows}
      rowKey={({ key }) => key}
      empty={empty}
      skipTo
    />
  );
}
