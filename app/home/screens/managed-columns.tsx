import { Link } from '@remix-run/react';
import type { ManagedDocument } from '#app/home/queries/list-managed.ts';
import { typeLabel } from '#events/document/type.ts';
import { Rate } from '#app/ui/rate/rate.tsx';
import { Initials, RecordLink } from '#app/ui/register/cells.tsx';
import type { Column } from '#app/ui/register/register.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { Hidden } from '#app/ui/icon/icon.tsx';
import { showDate, showEffectiveDate } from '#app/ui/text/date.ts';
import { documentAddress } from '#app/kit/screen/document-address.ts';

/** Whether a version in force has a successor on its way. */
const isSucceeded = ({ effectiveVersion, version }: ManagedDocument): boolean =>
  effectiveVersion !== null && effectiveVersion !== version;

function Versions({ row }: { row: ManagedDocument }) {
  if (!isSucceeded(row)) return row.version;
  return (
    <span className="two-lines">
      <span>{row.effectiveVersion}</span> <span>{row.version}</span>
    </span>
  );
}

function Statuses({ row, asof }: { row: ManagedDocument; asof: string | undefined }) {
  const own = <Status status={row.status} trainingRate={row.labelRate} />;
  if (!isSucceeded(row)) return own;
  return (
    <span className="two-lines">
      <Link to={documentAddress({ uid: row.uid, status: 'EFFECTIVE' }, asof)}>
        <Status status="EFFECTIVE" />
        <Hidden>
          , version {row.effectiveVersion} of {row.name}
        </Hidden>
      </Link>
      <Link to={documentAddress(row, asof)}>
        {own}
        <Hidden>
          , version {row.version} of {row.name}
        </Hidden>
      </Link>
    </span>
  );
}

/** The columns of the list of all documents. Dates are in the organisation's zone; `asof`: the past moment shown. */
export const columnsIn = (zone: string, asof: string | undefined): Column<ManagedDocument>[] => [
  { key: 'type', label: 'Type', sort: 'type', place: 'lead', cell: ({ type }) => typeLabel(type) },
  { key: 'area', label: 'Area', sort: 'functionalArea', place: 'lead', cell: (row) => row.functionalArea },
  { key: 'id', label: 'ID', sort: 'docNum', place: 'lead', nowrap: true, cell: (row) => row.docNum },
  {
    key: 'version',
    label: 'Version',
    place: 'later',
    nowrap: true,
    labelled: true,
    cell: (row) => <Versions row={row} />,
  },
  {
    key: 'name',
    label: 'Name',
    sort: 'name',
    place: 'full',
    rowHead: true,
    cell: (row) => <RecordLink to={documentAddress(row, asof)}>{row.name}</RecordLink>,
  },
  {
    key: 'modified',
    label: 'Modified',
    sort: 'revisedDate',
    firstOrder: 'desc',
    place: 'later',
    nowrap: true,
    labelled: true,
    cell: (row) => showDate(row.revisedAt, zone),
  },
  {
    key: 'creator',
    label: 'Creator',
    sort: 'owner',
    place: 'later',
    labelled: true,
    cell: (row) => <Initials name={row.owner} />,
  },
  {
    key: 'status',
    label: 'Status',
    sort: 'status',
    place: 'corner',
    nowrap: true,
    cell: (row) => <Statuses row={row} asof={asof} />,
  },
  {
    key: 'trained',
    label: 'Trained',
    place: 'later',
    cell: (row) => (row.trainingRate === null ? null : <Rate percent={row.trainingRate} />),
  },
  {
    key: 'effective',
    label: 'Effective',
    sort: 'effectiveDate',
    firstOrder: 'desc',
    place: 'later',
    nowrap: true,
    labelled: true,
    cell: (row) => showEffectiveDate(row),
  },
];
