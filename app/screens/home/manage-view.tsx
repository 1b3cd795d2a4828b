import { useLocation } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import type { ManagedDocument } from '#app/queries/document/list-managed.ts';
import type { StartHereCards } from '#app/queries/document/start-here.ts';
import { rateBase } from '#app/wording/training-rate.ts';
import { typeLabel } from '#events/document/type.ts';
import { DialogOpener } from '#app/ui/dialog/dialog.tsx';
import { WideSection } from '#app/ui/page/section.tsx';
import { Rate } from '#app/ui/rate/rate.tsx';
import { Initials, RecordLink } from '#app/ui/register/cells.tsx';
import { FilteredBy } from '#app/ui/register/filtered-by.tsx';
import { Filters, FilterSelect, SearchField, Segments } from '#app/ui/register/filters.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { withQuery } from '#app/ui/register/query.ts';
import { type Column, Register, type SortOrder } from '#app/ui/register/register.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate, showEffectiveDate } from '#app/ui/text/date.ts';
import { useHydrated } from '#app/ui/shell/hydrated.ts';
import { FunctionalAreaDialog } from '#app/screens/departments/name-form.tsx';
import { documentAddress } from '#app/screens/documents/document-address.ts';
import { StartHere } from './start-here.tsx';
import { NewTitleDialog } from '#app/screens/documents/title/title-form.tsx';

export type ManageViewProps = {
  list: {
    documents: readonly ManagedDocument[];
    total: number;
    page: number;
    size: number;
    counts: { all: number; my: number; retired: number | null };
  } | null;
  state: { q: string; show: 'all' | 'my' | 'retired'; area: string; sort: string; order: SortOrder };
  waiting: StartHereCards | null;
  areas: string[];
  admin: boolean;
  /** For the form of a new functional area. */
  areaId: string;
  zone: string;
};

const areaDialog = 'create-functional-area';
/** A value that no functional area has, since its name has at most four characters. */
const newArea = 'create';

const columnsIn = (zone: string): Column<ManagedDocument>[] => [
  { key: 'type', label: 'Type', sort: 'type', place: 'lead', cell: ({ type }) => typeLabel(type) },
  { key: 'area', label: 'Area', sort: 'functionalArea', place: 'lead', cell: (row) => row.functionalArea },
  { key: 'id', label: 'ID', sort: 'docNum', place: 'lead', nowrap: true, cell: (row) => row.docNum },
  {
    key: 'name',
    label: 'Name',
    sort: 'name',
    place: 'full',
    rowHead: true,
    cell: (row) => <RecordLink to={documentAddress(row)}>{row.name}</RecordLink>,
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
    cell: (row) => <Status status={row.status} trainingRate={row.labelRate} />,
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

/** The list of all documents for authors and admins. */
export function ManageView({ list, state, waiting, areas, admin, areaId, zone }: ManageViewProps) {
  const { search } = useLocation();
  const hydrated = useHydrated();
  const counts = list?.counts;
  const segment = (show: 'all' | 'my' | 'retired', label: string, count: number | undefined) => ({
    to: withQuery(search, { tab: 'manage', show }),
    label,
    ...(count === undefined ? {} : { count }),
    current: state.show === show,
  });
  const segments = [segment('all', 'All Docs', counts?.all), segment('my', 'My Docs', counts?.my)];
  if (admin) segments.push(segment('retired', 'Retired Docs', counts?.retired ?? undefined));
  return (
    <>
      {waiting && <StartHere waiting={waiting} zone={zone} />}
      <WideSection
        id="all"
        title="All documents"
        actions={
          <DialogOpener
            dialog="create-document"
            href={addresses.createTitle()}
            kind="solid"
            icon="plus"
            pageLabel="Create a document on its own page"
          >
            Create new document
          </DialogOpener>
        }
      >
        <Filters
          label="Documents"
          keep={{
            tab: 'manage',
            show: state.show,
            sort: state.sort,
            order: state.order,
          }}
          showButton
        >
          <SearchField label="Search by name" value={state.q} />
          <Segments label="Show" segments={segments} />
          {/* With script the last option opens the dialog instead of filtering. */}
          <div
            className="contents"
            onChange={(event) => {
              const { target } = event;
              if (!(target instanceof HTMLSelectElement) || target.value !== newArea) return;
              event.stopPropagation();
              target.value = state.area;
              const dialog = document.getElementById(areaDialog);
              if (dialog instanceof HTMLDialogElement) dialog.showModal();
            }}
          >
            <FilterSelect
              label="Functional area"
              name="area"
              value={state.area}
              all="All Functional Areas"
              options={[
                ...areas.map((area) => ({ value: area, label: area })),
                ...(admin && hydrated ? [{ value: newArea, label: 'Create functional area' }] : []),
              ]}
            />
          </div>
          {admin && (
            <DialogOpener
              dialog={areaDialog}
              href={addresses.createFunctionalArea()}
              kind="quiet"
              pageLabel="Create functional area on its own page"
            >
              Create functional area
            </DialogOpener>
          )}
        </Filters>
        <FilteredBy
          filters={[
            segments.find(({ current }) => current && state.show !== 'all')?.label ?? false,
            state.area && `functional area ${state.area}`,
            state.q && `name with “${state.q}”`,
          ]}
        />
        {list && (
          <>
            <Register
              labelledBy="all"
              columns={columnsIn(zone)}
              rows={list.documents}
              rowKey={({ uid }) => uid}
              sort={{ by: state.sort, order: state.order }}
            />
            <Pager of="documents" one="document" page={list.page} size={list.size} total={list.total} />
            <p className="meta">{rateBase}</p>
          </>
        )}
      </WideSection>
      <NewTitleDialog id="create-document" />
      {admin && <FunctionalAreaDialog id={areaDialog} commandId={areaId} />}
    </>
  );
}
