import type { ImportStatus } from '#events/import/import.ts';
import type { Instant } from '#events/time.ts';
import type { CutTitle } from '#app/library-import/queries/titles-to-cut.ts';
import type { CountRow, ProblemsOfKind } from '#app/library-import/screens/load-import.ts';
import { WideSection } from '#app/ui/page/page.tsx';
import { Register, type Column } from '#app/ui/register/register.tsx';
import { Tag } from '#app/ui/status/tag.tsx';
import { inDigits } from '#app/ui/text/count.ts';
import { showMoment } from '#app/ui/text/date.ts';

const targetLabels: Partial<Record<ImportStatus, string>> = { COMPLETED: 'Imported', ABANDONED: 'Planned' };

const countsOf = (status: ImportStatus): readonly Column<CountRow>[] => [
  { key: 'name', label: 'What', cell: ({ name }) => name, rowHead: true },
  { key: 'source', label: 'In the source', cell: ({ source }) => inDigits(source), place: 'later', labelled: true },
  {
    key: 'target',
    label: targetLabels[status] ?? 'To be imported',
    cell: ({ target }) => inDigits(target),
    place: 'later',
    labelled: true,
  },
];

const problems: readonly Column<ProblemsOfKind>[] = [
  {
    key: 'title',
    label: 'Problem',
    cell: ({ title, warning }) => (
      <>
        {title} {warning && <Tag>Warning</Tag>}
      </>
    ),
    rowHead: true,
  },
  { key: 'count', label: 'Found', cell: ({ count }) => inDigits(count), place: 'later', labelled: true },
  { key: 'first', label: 'For example', cell: ({ first }) => first, place: 'full', long: true },
];

const longTitles: readonly Column<CutTitle>[] = [
  { key: 'given', label: 'Title in the source', cell: ({ given }) => given, rowHead: true, place: 'full', long: true },
  { key: 'cut', label: 'Cut to', cell: ({ cut }) => cut, place: 'full', long: true, labelled: true },
];

/** A problem that somebody accepted as an exception. */
interface Accepted {
  says: string;
  place: string;
  by: string;
  at: Instant;
  reason: string;
}

const exceptions: readonly Column<Accepted>[] = [
  { key: 'says', label: 'Exception', cell: ({ says }) => says, rowHead: true, place: 'full', long: true },
  { key: 'place', label: 'Row', cell: ({ place }) => place, place: 'later', labelled: true },
  {
    key: 'by',
    label: 'Accepted',
    cell: ({ by, at, reason }) => `${by}, ${showMoment(at)}: ${reason}`,
    place: 'full',
    long: true,
    labelled: true,
  },
];

type PreviewProps = {
  of: { previewed_at: Instant | null; status: ImportStatus };
  counts: readonly CountRow[];
  problems: readonly ProblemsOfKind[];
  longTitles: readonly CutTitle[];
  accepted: readonly Accepted[];
};

/** What the last preview counted, and its problems by kind. */
export const ImportPreview = ({ of: { previewed_at, status }, ...found }: PreviewProps) => (
  <WideSection id="preview" title="Preview">
    <div className="stack">
      {previewed_at && <p className="meta">{showMoment(previewed_at)}</p>}
      <Register compact label="Counts" columns={countsOf(status)} rows={found.counts} rowKey={({ name }) => name} />
      {found.problems.length > 0 && (
        <Register
          compact
          label="Problems"
          columns={problems}
          rows={found.problems}
          rowKey={({ title, warning }) => `${title} ${warning}`}
        />
      )}
      {found.accepted.length > 0 && (
        <Register
          compact
          label="Accepted exceptions"
          columns={exceptions}
          rows={found.accepted}
          rowKey={({ says, place }) => `${place} ${says}`}
        />
      )}
      {found.longTitles.length > 0 && (
        <Register
          compact
          label="Titles that are too long"
          columns={longTitles}
          rows={found.longTitles}
          rowKey={({ given }) => given}
        />
      )}
    </div>
  </WideSection>
);
