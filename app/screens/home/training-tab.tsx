import { useMemo } from 'react';
import { addresses } from '#app/addresses.ts';
import type { OpenRecord } from '#app/queries/training/list-open.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Docket, KeptDockets } from '#app/ui/docket/docket.tsx';
import { steady } from '#app/ui/kept/kept.ts';
import { unpack, type Packed } from '#app/ui/kept/packed.ts';
import { WideLeaf } from '#app/ui/page/section.tsx';
import { CaughtUp } from '#app/ui/register/empty.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { DueWords, EffectiveWords } from '#app/screens/training/effective-words.tsx';
import { Link } from '#app/ui/link/link.tsx';
import type { ToldTraining } from '#app/wording/training-view.ts';

type TrainingTabProps = {
  training: { told: Packed<ToldTraining>; total: number; page: number; size: number };
};

const Cards = steady(({ of: { records, now, zone } }: { of: ToldTraining }) =>
  records.map((record) => <RecordCard key={record.record} record={record} now={now} zone={zone} />),
);

const heading = 'Training documents - Please review and sign the following documents';

/** The person's own training that is not signed yet. */
export function TrainingTab({ training: { told: packed, total, page, size } }: TrainingTabProps) {
  const told = useMemo(() => unpack(packed), [packed]);
  if (total === 0) {
    return (
      <WideLeaf id="training" title={heading}>
        <div className="stack">
          <CaughtUp />
          <HistoryLink />
        </div>
      </WideLeaf>
    );
  }
  return (
    <WideLeaf id="training" title={heading}>
      <div className="stack">
        <KeptDockets show={Cards} of={told} />
        <HistoryLink />
      </div>
      {total > size && <Pager of="documents" one="document" page={page} size={size} total={total} />}
    </WideLeaf>
  );
}

const HistoryLink = () => (
  <p>
    <Link to={addresses.trainingHistory()}>All of your training, completed and cancelled too</Link>
  </p>
);

export function RecordCard({ record, now, zone }: { record: OpenRecord; now: string; zone: string }) {
  const { effectiveAt, dueAt } = record;
  const dates = { effectiveAt, dueAt, now, zone };
  return (
    <Docket
      number={documentNumber(record)}
      title={record.name}
      fact={
        <>
          Version {record.version}
          <br />
          <EffectiveWords {...dates} />
          <br />
          <DueWords {...dates} />
        </>
      }
      action={
        <LinkButton to={addresses.review(record.record)} kind="pen" icon="book-open" about={record.name}>
          Review Document
        </LinkButton>
      }
    />
  );
}
