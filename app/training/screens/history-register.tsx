import { Link, useLocation } from '@remix-run/react';
import { isAfter, type Instant } from '#events/time.ts';
import type { memberTrainingHistory, TrainingLine } from '#app/training/queries/training-history.ts';
import { addresses } from '#app/kit/addresses.ts';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { Overdue } from '#app/ui/docket/overdue.tsx';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { FilteredBy } from '#app/ui/register/filtered-by.tsx';
import { Filters, Segments } from '#app/ui/register/filters.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { withQuery } from '#app/ui/register/query.ts';
import { Register, type Column } from '#app/ui/register/register.tsx';
import { showDate, showMoment } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

type Answer = Awaited<ReturnType<(typeof memberTrainingHistory)['run']>>;
type History = Omit<Extract<Answer, { ok: true }>['value'], 'person'>;

/** The status of a training record in words; overdue in red. */
export function RecordState({ line, now, zone }: { line: TrainingLine; now: Instant; zone: string }) {
  const { signature, carriedOver, claimed, cancelledAt, dueAt } = line;
  if (signature) return <span>Completed {showMoment(signature.signedAt)}</span>;
  if (carriedOver)
    return (
      <span>
        Carried over from {carriedOver.version}, signed {showDate(carriedOver.signedAt, zone)}
      </span>
    );
  if (claimed) return <span>Imported, completed {showDate(claimed.completedOn, 'UTC')} as claimed</span>;
  if (cancelledAt) return <span>Cancelled {showDate(cancelledAt, zone)}</span>;
  return isAfter(now, dueAt) ? (
    <Overdue>Overdue since {showDate(dueAt, zone)}</Overdue>
  ) : (
    <span>Open, due {showDate(dueAt, zone)}</span>
  );
}

const columnsFor = (now: Instant, zone: string, asof?: string): Column<TrainingLine>[] => [
  {
    key: 'number',
    label: 'Document',
    place: 'lead',
    nowrap: true,
    cell: ({ of }) => <DocNumber number={documentNumber(of)} />,
  },
  { key: 'version', label: 'Version', place: 'lead', labelled: true, cell: ({ of }) => of.version },
  {
    key: 'title',
    label: 'Title',
    place: 'full',
    rowHead: true,
    cell: ({ record, of }) => (
      <Link className="record" to={addresses.trainingRecord(record, asof)}>
        {of.name}
      </Link>
    ),
  },
  {
    key: 'assigned',
    label: 'Assigned',
    place: 'later',
    labelled: true,
    nowrap: true,
    cell: ({ assignedAt }) => showDate(assignedAt, zone),
  },
  { key: 'state', label: 'State', place: 'later', cell: (line) => <RecordState line={line} now={now} zone={zone} /> },
];

/** The training records of a person. */
export function TrainingHistory({ history, now, zone }: { history: History; now: Instant; zone: string }) {
  const { search } = useLocation();
  const asof = usePast();
  const { records, counts, total, page, size, show } = history;
  const whole = counts.open + counts.completed + counts.cancelled;
  const segment = (value: History['show'], label: string, count: number) => ({
    to: withQuery(search, { show: value === 'all' ? undefined : value, page: undefined }),
    label,
    count,
    current: show === value,
  });
  const segments = [
    segment('all', 'All', whole),
    segment('open', 'Open', counts.open),
    segment('completed', 'Completed', counts.completed),
    segment('cancelled', 'Cancelled', counts.cancelled),
  ];
  return (
    <>
      <Filters label="Filter training records">
        <Segments label="Show" segments={segments} />
      </Filters>
      <FilteredBy filters={[show !== 'all' && (segments.find(({ current }) => current)?.label ?? false)]} />
      <Register
        skipTo
        label="Training records"
        columns={columnsFor(now, zone, asof)}
        rows={records}
        rowKey={({ record }) => record}
        empty="No matches found..."
      />
      <Pager onlyPages of="records" one="record" page={page} size={size} total={total} />
    </>
  );
}
