import { Link } from '@remix-run/react';
import { rowInWords } from '#app/library-import/screens/next-step.tsx';
import type { SampleRow } from '#app/library-import/source-pack/plan.ts';
import './import.css';

/** A field of a row: what the source says, and what would be recorded. */
interface Pair {
  name: string;
  source: string;
  target: string;
}

/** What the columns of the source are called in the record, where the words differ. */
const labels: Record<string, string> = { title: 'Title then', pdf: 'PDF' };

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The fields of the source with what stands beside them, then those that the import adds. */
export function pairsOf({ source, target }: Pick<SampleRow, 'source' | 'target'>): Pair[] {
  // The other tables say of which document a row is.
  const { Type, ID, Title, Area, ...others } = target;
  const left: Record<string, string> = 'document' in source ? others : { ...target };
  const pairs = Object.entries(source).map(([column, value]): Pair => {
    if (column === 'document') return { name: 'Document', source: value, target: `${Type} ${ID}, ${Title}, ${Area}` };
    const name = ('document' in source && labels[column]) || capital(column);
    const beside = left[name] ?? '';
    delete left[name];
    return { name, source: value, target: beside };
  });
  const added = Object.entries(left).map(([name, value]): Pair => ({ name, source: '', target: value }));
  return [...pairs, ...added].filter((pair) => pair.source || pair.target);
}

type SampleProps = {
  /** `pdf`: the address of the PDF of a version. */
  rows: readonly { row: string; pairs: readonly Pair[]; pdf: string | null }[];
  /** The form that the verdicts belong to. */
  form: string;
  /** The verdicts of a form that was refused, by field. */
  given: Readonly<Record<string, unknown>>;
};

const verdicts = [
  { value: 'equal', label: 'Equal' },
  { value: 'unequal', label: 'Not equal' },
] as const;

/** The rows of the sample, source and record side by side, each with its verdict. */
export const Sample = ({ rows, form, given }: SampleProps) => (
  <>
    {rows.map(({ row, pairs, pdf }, at) => (
      <fieldset className="sample" key={row}>
        <legend>{rowInWords(capital(row))}</legend>
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Source</th>
              <th scope="col">Here</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ name, source, target }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{source}</td>
                <td>{target}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {pdf && (
          <p>
            <Link to={pdf} reloadDocument target="_blank">
              Open the PDF of {rowInWords(row)}
            </Link>
          </p>
        )}
        <div className="verdict">
          {verdicts.map(({ value, label }) => (
            <label key={value}>
              <input
                type="radio"
                form={form}
                name={`row-${at}`}
                value={value}
                defaultChecked={given[`row-${at}`] === value}
                aria-label={`${label}: ${rowInWords(row)}`}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
    ))}
  </>
);
