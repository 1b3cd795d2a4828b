import { Link } from '@remix-run/react';
import type { Instant } from '#events/time.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { OpenRecord, OpenTraining } from '#app/training/queries/list-open.ts';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Docket, Dockets } from '#app/ui/docket/docket.tsx';
import { WideSection } from '#app/ui/page/page.tsx';
import { CaughtUp, Empty } from '#app/ui/register/empty.tsx';
import { FilterChips } from '#app/ui/register/filter-chips.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { showEffectiveDate } from '#app/ui/text/date.ts';
import { inWordsFirst } from '#app/ui/text/count.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { DueFirst } from '#app/documents/screens/document/effective-words.tsx';

/** The filters of the figures above, and what stands for them. */
const onlyWords = { due: 'Due, not overdue', overdue: 'Overdue', new: 'Assigned in the last 7 days' } as const;

type TrainingTabProps = {
  training: OpenTraining;
  only: 'all' | keyof typeof onlyWords;
  /** What else waits for the same person. */
  tasks: number;
  now: Instant;
  zone: string;
};

const heading = 'Training documents - Please review and sign the following documents';

/** The person's open training. */
export function TrainingTab({ training: { records, total, page, size }, only, tasks, now, zone }: TrainingTabProps) {
  const chips = only === 'all' ? [] : [{ words: onlyWords[only], parameter: 'only' }];
  if (total === 0) {
    return (
      <WideSection id="training" title={heading}>
        <div className="stack">
          <FilterChips chips={chips} />
          {only === 'all' ? <Nothing tasks={tasks} /> : <Empty>No matches found...</Empty>}
          <HistoryLink />
        </div>
      </WideSection>
    );
  }
  return (
    <WideSection id="training" title={heading}>
      <div className="stack">
        <FilterChips chips={chips} />
        <Dockets skipTo>
          {records.map((record) => (
            <RecordCard key={record.record} record={record} now={now} zone={zone} />
          ))}
        </Dockets>
        <HistoryLink />
      </div>
      <Pager onlyPages of="documents" one="document" page={page} size={size} total={total} />
    </WideSection>
  );
}

/** No training waits; that all is done is said only where nothing else does. */
function Nothing({ tasks }: { tasks: number }) {
  const asof = usePast();
  if (tasks === 0) return <CaughtUp />;
  return (
    <CaughtUp>
      No training is waiting for you.{' '}
      <Link to={addresses.home('manage', asof)}>
        {tasks === 1 ? 'One other task is' : `${inWordsFirst(tasks)} other tasks are`} waiting.
      </Link>
    </CaughtUp>
  );
}

const HistoryLink = () => (
  <p>
    <Link to={addresses.trainingHistory(usePast())}>All of your training, completed and cancelled too</Link>
  </p>
);

export function RecordCard({ record, now, zone }: { record: OpenRecord; now: Instant; zone: string }) {
  const { effectiveAt, effectiveZone, dueAt } = record;
  const dates = { effectiveAt, effectiveZone, dueAt, now, zone };
  const asof = usePast();
  return (
    <Docket
      number={documentNumber(record)}
      title={record.name}
      fact={
        <>
          <DueFirst {...dates} />
          <br />
          Version {record.version}
          {effectiveAt && `, effective ${showEffectiveDate(record)}`}
        </>
      }
      action={
        asof ? (
          <LinkButton to={addresses.trainingRecord(record.record, asof)} icon="history" about={record.name}>
            Training record
          </LinkButton>
        ) : (
          <LinkButton to={addresses.review(record.record)} kind="pen" icon="book-open" about={record.name}>
            Review Document
          </LinkButton>
        )
      }
    />
  );
}
