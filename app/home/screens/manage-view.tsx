import { useLocation } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import type { ManagedDocument } from '#app/home/queries/list-managed.ts';
import { managedStatuses, type ManagedStatus } from '#app/home/queries/statuses.ts';
import { statusLabel } from '#events/document/status.ts';
import { rateBase } from '#app/documents/words/training-rate.ts';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { DialogOpener } from '#app/ui/dialog/dialog.tsx';
import { FilterChips } from '#app/ui/register/filter-chips.tsx';
import { FilteredBy } from '#app/ui/register/filtered-by.tsx';
import { Filters, FilterSelect, SearchField, Segments } from '#app/ui/register/filters.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { withQuery } from '#app/ui/register/query.ts';
import { Register, type SortOrder } from '#app/ui/register/register.tsx';
import { FunctionalAreaDialog } from '#app/organisation/screens/departments/name-form.tsx';
import { NewTitleDialog } from '#app/documents/screens/title/title-form.tsx';
import { newArea } from './list-parameters.ts';
import { columnsIn } from './managed-columns.tsx';
import { type SavedView, ViewsMenu } from './views-menu.tsx';

type Show = 'all' | 'my' | 'retired';

export type ManageState = {
  q: string;
  show: Show;
  area: string;
  status: ManagedStatus | null;
  training: 'overdue' | null;
  sort: string;
  order: SortOrder;
};

type ManageViewProps = {
  list: {
    documents: readonly ManagedDocument[];
    total: number;
    page: number;
    size: number;
    counts: { all: number; my: number; retired: number | null };
  } | null;
  state: ManageState;
  views: readonly SavedView[];
  areas: string[];
  admin: boolean;
  /** For the form of a new functional area. */
  areaId: string;
  zone: string;
};

const areaDialog = 'create-functional-area';

/** A scheduled document has one of two labels, by its training rate. */
const labelOf = (status: ManagedStatus): string =>
  status === 'PENDING' ? 'Awaiting Training or Effective' : statusLabel(status, 0);

const chipsOf = ({ q, area, status, training }: ManageState) => [
  ...(area === '' ? [] : [{ words: `functional area ${area}`, parameter: 'area' }]),
  ...(status === null ? [] : [{ words: `status ${labelOf(status)}`, parameter: 'status' }]),
  ...(training === null ? [] : [{ words: 'overdue training', parameter: 'training' }]),
  ...(q === '' ? [] : [{ words: `name with “${q}”`, parameter: 'q' }]),
];

/** The list of all documents for authors and admins. */
export function ManageView({ list, state, views, areas, admin, areaId, zone }: ManageViewProps) {
  const { search } = useLocation();
  const asof = usePast();
  // Nothing is made in the past.
  const creates = admin && asof === undefined;
  const counts = list?.counts;
  const chips = chipsOf(state);
  const segment = (show: Show, label: string, count: number | undefined) => ({
    // Retired documents have no other status and no training.
    to: withQuery(search, {
      tab: 'manage',
      show,
      ...(show === 'retired' && { status: undefined, training: undefined }),
    }),
    label,
    ...(count === undefined ? {} : { count }),
    current: state.show === show,
  });
  const segments = [segment('all', 'All Docs', counts?.all), segment('my', 'My Docs', counts?.my)];
  if (admin) segments.push(segment('retired', 'Retired Docs', counts?.retired ?? undefined));
  return (
    <section className="listing" aria-labelledby="all">
      <div className="listing-bar">
        <h2 id="all">All documents</h2>
        <Filters
          label="Documents"
          keep={{
            tab: 'manage',
            show: state.show,
            training: state.training ?? undefined,
            sort: state.sort,
            order: state.order,
          }}
          showButton
        >
          <SearchField label="Search by name" value={state.q} bare />
          <Segments label="Show" segments={segments} />
          {/* With script the last option opens the dialog instead of its page. */}
          <div
            className="contents"
            onInput={(event) => {
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
                ...(creates ? [{ value: newArea, label: 'Create functional area' }] : []),
              ]}
            />
          </div>
          <FilterSelect
            label="Status"
            name="status"
            value={state.status ?? ''}
            all="All statuses"
            options={managedStatuses.map((status) => ({ value: status, label: labelOf(status) }))}
          />
        </Filters>
        {asof === undefined && (
          <>
            <ViewsMenu views={views} />
            <DialogOpener dialog="create-document" href={addresses.createTitle()} kind="solid" icon="plus">
              Create new document
            </DialogOpener>
          </>
        )}
      </div>
      <FilterChips chips={chips} />
      <FilteredBy
        filters={[
          segments.find(({ current }) => current && state.show !== 'all')?.label ?? false,
          ...chips.map(({ words }) => words),
        ]}
      />
      {list && (
        <>
          <Register
            labelledBy="all"
            columns={columnsIn(zone, asof)}
            rows={list.documents}
            rowKey={({ uid }) => uid}
            sort={{ by: state.sort, order: state.order }}
            compact
            skipTo
          />
          <Pager of="documents" one="document" page={list.page} size={list.size} total={list.total} />
          <p className="meta">{rateBase}</p>
        </>
      )}
      {asof === undefined && <NewTitleDialog id="create-document" />}
      {creates && <FunctionalAreaDialog id={areaDialog} commandId={areaId} />}
    </section>
  );
}
