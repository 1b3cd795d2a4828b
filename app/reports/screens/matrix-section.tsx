import { Link, useLocation } from '@remix-run/react';
import { plainField, TextField } from '#app/ui/field/field.tsx';
import { Matrix, MatrixKey } from '#app/reports/screens/matrix/matrix.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Empty } from '#app/ui/register/empty.tsx';
import { FilteredBy } from '#app/ui/register/filtered-by.tsx';
import { Filters, FilterSelect, Segments } from '#app/ui/register/filters.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { withQuery } from '#app/ui/register/query.ts';
import { showDate } from '#app/ui/text/date.ts';
import { matrixRateBase } from '#app/documents/words/training-rate.ts';
import { ExportButtons } from './export-buttons.tsx';
import type { MatrixView } from './matrix-view.ts';

interface Choices {
  departments: { uid: string; name: string }[];
  areas: string[];
  people: { uid: string; name: string }[];
}

interface Narrowed {
  department?: string | undefined;
  area?: string | undefined;
  person?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  gaps?: boolean | undefined;
}

const options = (of: { uid: string; name: string }[]) => of.map(({ uid, name }) => ({ value: uid, label: name }));

/** What a report can be narrowed to, and as of which place in the ledger. `has` names the filters that this one has. */
export function ReportFilterBar({
  label,
  choices,
  filters,
  has,
  position,
  keep = {},
}: {
  label: string;
  choices: Choices;
  filters: Narrowed;
  has: readonly string[];
  position: string | undefined;
  keep?: Record<string, string | undefined>;
}) {
  const selects = [
    { name: 'department', label: 'Department', all: 'All departments', options: options(choices.departments) },
    {
      name: 'area',
      label: 'Functional area',
      all: 'All Functional Areas',
      options: choices.areas.map((area) => ({ value: area, label: area })),
    },
    { name: 'person', label: 'Person', all: 'Everybody', options: options(choices.people) },
  ] as const;
  const shown = selects.filter(({ name }) => has.includes(name));
  const words = shown.map(
    ({ name, label: what, options: all }) =>
      filters[name] !== undefined && `${what} ${all.find(({ value }) => value === filters[name])?.label ?? ''}`,
  );
  const { search } = useLocation();
  const gaps = filters.gaps === true;
  const only = (value: string | undefined) => withQuery(search, { gaps: value, across: undefined });
  return (
    <>
      <Filters label={label} keep={{ ...keep, gaps: has.includes('gaps') && gaps ? 'yes' : undefined }}>
        {has.includes('gaps') && (
          <Segments
            label="Show"
            segments={[
              { to: only(undefined), label: 'All training', current: !gaps },
              { to: only('yes'), label: 'Only gaps', current: gaps },
            ]}
          />
        )}
        {shown.map((select) => (
          <FilterSelect key={select.name} {...select} value={filters[select.name] ?? ''} />
        ))}
        {has.includes('period') &&
          (['from', 'until'] as const).map((name) => (
            <TextField
              key={name}
              field={plainField(name, { key: filters[name] ?? '', defaultValue: filters[name] ?? '' })}
              label={name === 'from' ? 'From' : 'Until'}
              type="date"
              short
            />
          ))}
        {/* Half a number is another event: it counts once it is sent. */}
        <div className="contents" onInput={(event) => event.stopPropagation()}>
          <TextField
            field={plainField('position', {
              key: position ?? '',
              defaultValue: position ?? '',
              pattern: '[1-9][0-9]*',
            })}
            label="As of event no."
            placeholder="Latest"
            short
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <div className="field">
          <button className="button">Show</button>
        </div>
      </Filters>
      <FilteredBy
        filters={[
          ...words,
          filters.from !== undefined && `From ${showDate(filters.from, 'UTC')}`,
          filters.until !== undefined && `Until ${showDate(filters.until, 'UTC')}`,
          has.includes('gaps') && gaps && 'Only gaps',
        ]}
      />
    </>
  );
}

/** The training matrix of the page: filters, key, the heat map, and where it goes on. */
export function MatrixSection({
  matrix,
  choices,
  query,
}: {
  matrix: MatrixView;
  choices: Choices;
  query: Record<string, string | undefined>;
}) {
  const { documents, people, rate, place, size, totals, filters, day, sort } = matrix;
  const { search } = useLocation();
  const sortedBy = (what: 'people' | 'documents') => {
    const next = sort[what] === 'asc' ? 'desc' : sort[what] === 'desc' ? undefined : 'asc';
    return { order: sort[what], to: `${withQuery(search, { [what]: next })}#matrix` };
  };
  return (
    <section className="section wide" aria-labelledby="matrix">
      <div className="row">
        <h2 id="matrix">Training Matrix</h2>
        <span className="actions">
          <ExportButtons name="training-matrix" title="Training Matrix" query={query} />
        </span>
      </div>
      <ReportFilterBar
        label="Filter the training matrix"
        choices={choices}
        filters={filters}
        has={['department', 'area', 'person', 'gaps']}
        position={query.position}
        keep={{ people: sort.people, documents: sort.documents, at: query.at }}
      />
      {totals.tooLargeForPdf && <Notice>{totals.tooLargeForPdf}</Notice>}
      <MatrixKey note={matrixRateBase} />
      {people.length === 0 || documents.length === 0 ? (
        <Empty>No matches found...</Empty>
      ) : (
        <>
          <Matrix
            caption={`Training matrix: people by effective documents, ${day}`}
            documents={documents}
            people={people}
            rate={rate}
            sort={{ people: sortedBy('people'), documents: sortedBy('documents') }}
          />
          <Across place={place.across} size={size.documents} total={totals.documents} />
          <Pager prints={false} of="people" one="person" page={place.page} size={size.people} total={totals.people} />
        </>
      )}
    </section>
  );
}

/** Links to the documents beside those that are shown. */
function Across({ place, size, total }: { place: number; size: number; total: number }) {
  const { search, pathname } = useLocation();
  if (total <= size) return null;
  const people = new URLSearchParams(search).get('page') ?? undefined;
  const to = (page: number) => `${pathname}${withQuery(search, { across: String(page), page: people })}#matrix`;
  return (
    <nav className="pager" aria-label="Further documents">
      <span>
        Documents {(place - 1) * size + 1} to {Math.min(place * size, total)} of {total}
      </span>
      <ul className="pages">
        {place > 1 && (
          <li>
            <Link to={to(place - 1)}>Documents before</Link>
          </li>
        )}
        {place * size < total && (
          <li>
            <Link to={to(place + 1)}>Documents after</Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
