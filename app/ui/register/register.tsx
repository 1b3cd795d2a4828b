import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Hidden, Icon } from '../icon/icon.tsx';
import { Empty } from './empty.tsx';
import { rowsPlace } from './rows-id.ts';
import { withQuery } from './query.ts';

export type SortOrder = 'asc' | 'desc';

export type Column<Row> = {
  /** Unique among the columns. */
  key: string;
  label: string;
  /** The head is only heard, not shown. */
  hiddenLabel?: boolean;
  /** A control in the head, beside the label. */
  head?: ReactNode;
  /** The value of `?sort=` that orders by this column; absent where it cannot. */
  sort?: string;
  /** The order of the first press. */
  firstOrder?: SortOrder;
  cell: (row: Row) => ReactNode;
  /** The cell is the head of its row. */
  rowHead?: boolean;
  nowrap?: boolean;
  /** May hold one long word or many: takes lines, not the width of the others. */
  long?: boolean;
  /**
   * Where the cell goes when rows stack on a narrow screen: small facts first (`lead`), the title on a line of its own
   * (`full`), the status in the corner, the rest after. `tight` is as narrow as its content, `num` is set to the end.
   */
  place?: 'lead' | 'full' | 'corner' | 'later' | 'num' | 'tight';
  /** Shows the column's label before the value when rows stack. */
  labelled?: boolean;
};

type RegisterProps<Row> = {
  /** Id of the heading that names the table, or the name itself. */
  labelledBy?: string;
  label?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The order the server used. The links change `sort` and `order` in the address. */
  sort?: { by: string; order: SortOrder } | undefined;
  /** The words where no row matches. */
  empty?: ReactNode;
  /** Low rows, for a long list. */
  compact?: boolean;
  /** The page's second skip link goes to these rows: one table a page. */
  skipTo?: boolean;
};

type Placed = Pick<Column<unknown>, 'place' | 'nowrap' | 'long'>;

const className = ({ place, nowrap, long }: Placed) =>
  [place, nowrap && 'nowrap', long && 'long'].filter(Boolean).join(' ') || undefined;

function Head<Row>({ column, sort }: { column: Column<Row>; sort: RegisterProps<Row>['sort'] }) {
  const { search } = useLocation();
  const active = column.sort !== undefined && sort?.by === column.sort;
  const order = active ? sort.order : undefined;
  const next: SortOrder = order ? (order === 'asc' ? 'desc' : 'asc') : (column.firstOrder ?? 'asc');
  const ariaSort = order && (order === 'asc' ? 'ascending' : 'descending');
  return (
    <th role="columnheader" scope="col" aria-sort={ariaSort}>
      {column.sort ? (
        <Link className="sort" to={withQuery(search, { sort: column.sort, order: next })} preventScrollReset>
          {column.label}
          <Icon name={order ? (order === 'asc' ? 'arrow-up' : 'arrow-down') : 'chevrons-up-down'} />
        </Link>
      ) : column.hiddenLabel ? (
        <Hidden>{column.label}</Hidden>
      ) : (
        column.label
      )}
      {column.head}
    </th>
  );
}

type RowProps<R> = { columns: readonly Column<R>[]; row: R };

function Cells<R>({ columns, row }: RowProps<R>) {
  return columns.map((column) => {
    const content = column.cell(row);
    return column.rowHead ? (
      <th role="rowheader" scope="row" key={column.key} className={className(column)}>
        {content}
      </th>
    ) : (
      <td
        role="cell"
        key={column.key}
        className={className(column)}
        data-label={column.labelled ? column.label : undefined}
      >
        {content}
      </td>
    );
  });
}

type BodyProps<R> = Pick<RegisterProps<R>, 'columns' | 'rows' | 'rowKey' | 'skipTo'>;

function Body<R>({ columns, rows, rowKey, skipTo }: BodyProps<R>) {
  return (
    <tbody role="rowgroup" {...(skipTo ? rowsPlace : {})}>
      {rows.map((row) => (
        <tr role="row" key={rowKey(row)}>
          <Cells columns={columns} row={row} />
        </tr>
      ))}
    </tbody>
  );
}

/**
 * The data table. Below 46 rem the rows stack under the sort links; the roles keep it a table for assistive technology.
 */
export function Register<Row>({
  labelledBy,
  label,
  columns,
  rows,
  rowKey,
  sort,
  empty = 'No matches found...',
  compact = false,
  skipTo = false,
}: RegisterProps<Row>) {
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <div className="register-wrap">
      <table
        className={compact ? 'register compact' : 'register'}
        role="table"
        aria-labelledby={labelledBy}
        aria-label={label}
      >
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <Body columns={columns} rows={rows} rowKey={rowKey} skipTo={skipTo} />
      </table>
    </div>
  );
}
