import { Link } from '@remix-run/react';
import { Hidden, Icon } from '#app/ui/icon/icon.tsx';
import { Rate } from '#app/ui/rate/rate.tsx';
import { rowsPlace } from '#app/ui/register/rows-id.ts';
import { ScrollRegion } from '#app/ui/scroll/scroll-region.tsx';
import './matrix.css';

/** What one person has to do with one document; `days` are left, or passed since it was due (`+4`). */
export interface MatrixMark {
  /** The training record. */
  to: string;
  state: 'signed' | 'due' | 'overdue';
  days: string | null;
  /** The version whose signature counts, where training is carried over. */
  carriedFrom?: string | undefined;
  /** Completed before, as the source of an import claims. */
  imported?: true | undefined;
  /** When it was signed, or is due, as it is shown. */
  date: string;
}

interface MatrixProps {
  caption: string;
  /** `rate`: percent trained, here as below; null where nothing is assigned. */
  documents: readonly { uid: string; name: string; number: string; to: string; rate: number | null }[];
  /** Of all documents and everybody, those on further pages too. */
  rate: number | null;
  /** Those of one group follow each other. */
  people: readonly {
    uid: string;
    name: string;
    to: string;
    /** Null: the people are in no groups. */
    group: string | null;
    rate: number | null;
    marks: readonly (MatrixMark | null)[];
  }[];
  /** What the totals sort by: the rates of the people, and those of the documents. */
  sort: { people: SortedBy; documents: SortedBy };
}

interface SortedBy {
  order: 'asc' | 'desc' | undefined;
  /** Sorts by it, or the other way round. */
  to: string;
}

/** The head of the totals: sorts by them. */
function Total({ by: { order, to }, of, up }: { by: SortedBy; of: string; up?: boolean }) {
  const icon = order ? (order === 'asc' ? 'arrow-up' : 'arrow-down') : 'chevrons-up-down';
  return (
    <Link to={to} preventScrollReset className={up ? 'up' : undefined} aria-label={`Trained, sort ${of}`}>
      Trained <Icon name={icon} />
    </Link>
  );
}

const inDays = (days: string | null) => (days === '1' ? '1 day' : `${days} days`);

const spoken = ({ state, date, days, carriedFrom, imported }: MatrixMark): string => {
  if (carriedFrom) return `Carried over from ${carriedFrom}, signed ${date}`;
  if (imported) return `Imported, completed ${date} as claimed`;
  if (state === 'signed') return `Signed ${date}`;
  return state === 'due'
    ? `Due ${date}, ${inDays(days)} left`
    : `Overdue since ${date}, ${inDays((days ?? '').replace('+', ''))}`;
};

function Mark({ mark }: { mark: MatrixMark | null }) {
  if (!mark)
    return (
      <span className="cell" data-state="none">
        <span aria-hidden="true">·</span>
        <Hidden>Not assigned</Hidden>
      </span>
    );
  return (
    <Link className="cell" data-state={mark.state} title={spoken(mark)} to={mark.to} prefetch="none">
      {mark.carriedFrom || mark.imported ? (
        <span aria-hidden="true">{mark.carriedFrom ?? 'I'}</span>
      ) : mark.state === 'signed' ? (
        <Icon name="check" />
      ) : (
        <span aria-hidden="true">{mark.days}</span>
      )}
      <Hidden>{spoken(mark)}</Hidden>
    </Link>
  );
}

const NothingAssigned = () => (
  <>
    <span aria-hidden="true">–</span>
    <Hidden>Nothing assigned</Hidden>
  </>
);

const RateOrDash = ({ rate }: { rate: number | null }) =>
  rate === null ? <NothingAssigned /> : <Rate percent={rate} />;

/** What the marks mean, and in `note` what the rates count. */
export function MatrixKey({ note }: { note: string }) {
  const entries = [
    { state: 'signed', sign: <Icon name="check" />, words: 'Signed' },
    { state: 'signed', sign: '1.0', words: 'Carried over from this version' },
    { state: 'signed', sign: 'I', words: 'Imported, as claimed' },
    { state: 'due', sign: '12', words: 'Due, days left' },
    { state: 'overdue', sign: '+4', words: 'Overdue, days' },
    { state: 'none', sign: '·', words: 'Not assigned' },
  ];
  return (
    <ul className="key" aria-label="Key">
      {entries.map(({ state, sign, words }) => (
        <li key={state}>
          <span className="cell" data-state={state} aria-hidden="true">
            {sign}
          </span>
          {words}
        </li>
      ))}
      <li>{note}</li>
    </ul>
  );
}

/** People against documents: scrolls sideways where it does not fit. */
export function Matrix({ caption, documents, people, rate: everybody, sort }: MatrixProps) {
  const groups: { name: string | null; people: typeof people }[] = [];
  for (const person of people) {
    const last = groups.at(-1);
    if (last?.name === person.group) last.people = [...last.people, person];
    else groups.push({ name: person.group, people: [person] });
  }
  return (
    <ScrollRegion className="matrix-wrap" label="Training matrix, scrolls sideways">
      <table className="matrix">
        <caption>
          <Hidden>{caption}</Hidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">Team member</th>
            {documents.map(({ uid, name, number, to }) => (
              <th scope="col" key={uid}>
                <Link to={to} title={`${number} ${name}`}>
                  {name}
                  <Hidden>, {number}</Hidden>
                </Link>
              </th>
            ))}
            <th scope="col" aria-sort={sort.people.order && `${sort.people.order}ending`}>
              <Total by={sort.people} of="people" up />
            </th>
          </tr>
        </thead>
        {groups.map((group, index) => (
          <tbody key={group.name} {...(index === 0 ? rowsPlace : {})}>
            {group.name !== null && (
              <tr>
                <th scope="rowgroup" colSpan={documents.length + 2}>
                  {group.name}
                </th>
              </tr>
            )}
            {group.people.map(({ uid, name, to, rate, marks }) => (
              <tr key={uid}>
                <th scope="row">
                  <Link className="matrix-name" to={to}>
                    {name}
                  </Link>
                </th>
                {documents.map((document, index) => (
                  <td key={document.uid}>
                    <Mark mark={marks[index] ?? null} />
                  </td>
                ))}
                <td>
                  <RateOrDash rate={rate} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <th scope="row">
              <Total by={sort.documents} of="documents" />
            </th>
            {documents.map(({ uid, rate }) => (
              <td key={uid}>
                {rate === null ? (
                  <NothingAssigned />
                ) : (
                  <>
                    {rate}
                    <Hidden>%</Hidden>
                  </>
                )}
              </td>
            ))}
            <td>
              <RateOrDash rate={everybody} />
            </td>
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
}
