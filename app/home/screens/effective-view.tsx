import { addresses } from '#app/kit/addresses.ts';
import type { EffectiveDocument } from '#app/home/queries/list-effective.ts';
import { typeLabel } from '#events/document/type.ts';
import type { Instant } from '#events/time.ts';
import { documentAddress } from '#app/kit/screen/document-address.ts';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { WideSection } from '#app/ui/page/page.tsx';
import { RecordLink } from '#app/ui/register/cells.tsx';
import { FilterChips } from '#app/ui/register/filter-chips.tsx';
import { FilteredBy } from '#app/ui/register/filtered-by.tsx';
import { Filters, SearchField } from '#app/ui/register/filters.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { type Column, Register, type SortOrder } from '#app/ui/register/register.tsx';
import { showDate, showEffectiveDate } from '#app/ui/text/date.ts';

type EffectiveViewProps = {
  list: { documents: readonly EffectiveDocument[]; total: number; page: number; size: number };
  state: { q: string; sort: string; order: SortOrder };
  /** The beginning of the month that the list is filtered by. */
  since: Instant | null;
  zone: string;
};

function TitleLink({ row: { uid, name } }: { row: EffectiveDocument }) {
  return <RecordLink to={documentAddress({ uid, status: 'EFFECTIVE' }, usePast())}>{name}</RecordLink>;
}

const columns: Column<EffectiveDocument>[] = [
  { key: 'type', label: 'Type', sort: 'type', place: 'lead', cell: ({ type }) => typeLabel(type) },
  { key: 'area', label: 'Area', sort: 'functionalArea', place: 'lead', cell: (row) => row.functionalArea },
  { key: 'id', label: 'ID', sort: 'docNum', place: 'lead', nowrap: true, cell: (row) => row.docNum },
  { key: 'version', label: 'Version', place: 'later', labelled: true, cell: (row) => row.version },
  {
    key: 'title',
    label: 'Title',
    sort: 'name',
    place: 'full',
    rowHead: true,
    cell: (row) => <TitleLink row={row} />,
  },
  {
    key: 'effective',
    label: 'Effective Date',
    sort: 'effectiveDate',
    firstOrder: 'desc',
    place: 'later',
    nowrap: true,
    labelled: true,
    cell: (row) => showEffectiveDate(row),
  },
  {
    key: 'download',
    label: 'Download',
    hiddenLabel: true,
    place: 'num',
    cell: (row) => (
      <LinkButton
        to={addresses.file(row.uid, row.version, row.file, 'effective')}
        download
        size="small"
        icon="download"
        about={row.name}
      >
        Download
      </LinkButton>
    ),
  },
];

/** The list of effective documents. */
export function EffectiveView({ list, state, since, zone }: EffectiveViewProps) {
  const past = usePast() !== undefined;
  const chips = [
    ...(since === null ? [] : [{ words: `effective since ${showDate(since, zone)}`, parameter: 'since' }]),
    ...(state.q === '' ? [] : [{ words: `name with “${state.q}”`, parameter: 'q' }]),
  ];
  return (
    <WideSection id="effective" title="Effective documents">
      <Filters
        label="Effective documents"
        keep={{ tab: 'effective', since: since === null ? undefined : 'month', sort: state.sort, order: state.order }}
      >
        <SearchField label="Search by name" value={state.q} />
      </Filters>
      <FilterChips chips={chips} />
      <FilteredBy filters={chips.map(({ words }) => words)} />
      <Register
        compact
        skipTo
        labelledBy="effective"
        columns={past ? columns.filter(({ key }) => key !== 'download') : columns}
        rows={list.documents}
        rowKey={({ uid }) => uid}
        sort={{ by: state.sort, order: state.order }}
      />
      <Pager of="documents" one="document" page={list.page} size={list.size} total={list.total} />
    </WideSection>
  );
}
