import { Link, useLocation } from '@remix-run/react';
import { isAfter, type Instant } from '#events/time.ts';
import { nextReminderAt } from '#events/training/remind.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { OpenTrainee } from '#app/documents/queries/open-training.ts';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { Overdue } from '#app/ui/docket/overdue.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { Rate } from '#app/ui/rate/rate.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { type Column, Register } from '#app/ui/register/register.tsx';
import { inDigits } from '#app/ui/text/count.ts';
import { showDate, showMoment } from '#app/ui/text/date.ts';
import type { DocumentPageData } from '../document-view.ts';

type OpenTrainingProps = Pick<
  DocumentPageData,
  'shown' | 'admin' | 'manages' | 'now' | 'zone' | 'document' | 'commandId' | 'counted'
> & {
  open: NonNullable<DocumentPageData['openTraining']>;
};

const columnsFor = (
  { admin, manages, zone, now, commandId }: OpenTrainingProps,
  asof: string | undefined,
): Column<OpenTrainee>[] => [
  {
    key: 'person',
    label: 'Person',
    place: 'lead',
    rowHead: true,
    cell: ({ user, name, invited }) => (
      <>
        {admin ? <Link to={addresses.memberTraining(user, asof)}>{name}</Link> : name}
        {invited && <span className="meta"> Invited</span>}
      </>
    ),
  },
  {
    key: 'assigned',
    label: 'Assigned',
    place: 'later',
    labelled: true,
    nowrap: true,
    cell: ({ assignedAt }) => showDate(assignedAt, zone),
  },
  {
    key: 'due',
    label: 'Due',
    place: 'later',
    labelled: true,
    nowrap: true,
    cell: ({ dueAt }) => {
      const date = showDate(dueAt, zone);
      return isAfter(now, dueAt) ? <Overdue>{date}, overdue</Overdue> : date;
    },
  },
  {
    key: 'reminded',
    label: 'Reminded',
    place: 'later',
    labelled: true,
    nowrap: true,
    cell: ({ remindedAt }) => (remindedAt ? showMoment(remindedAt) : 'Never'),
  },
  {
    key: 'remind',
    label: 'Remind',
    hiddenLabel: true,
    place: 'corner',
    cell: (trainee) =>
      manages && canBeReminded(trainee, now) ? <Remind trainee={trainee} commandId={commandId} /> : null,
  },
];

const canBeReminded = ({ invited, remindedAt }: OpenTrainee, now: Instant): boolean =>
  !invited && (remindedAt === null || !isAfter(nextReminderAt(remindedAt), now));

function Remind({ trainee: { record, name }, commandId }: { trainee: OpenTrainee; commandId: string }) {
  const { pathname, search } = useLocation();
  return (
    <Form
      id={`remind-${record}`}
      commandId={`${commandId}-${record.slice(-12)}`}
      action={addresses.remindTraining(record)}
      layout="bare"
      showsSaved={false}
    >
      <input type="hidden" name="returnTo" value={`${pathname}${search}`} />
      <SubmitButton kind="outline" size="small" icon="mail" about={name} pendingLabel="Sending…">
        Remind
      </SubmitButton>
    </Form>
  );
}

/** How many of the people who are assigned have signed, and who has not, by due date. */
export function OpenTraining(props: OpenTrainingProps) {
  const { open, shown, document, counted } = props;
  const { assigned, completed, rate } = document.training;
  const asof = usePast();
  const emptyWords = assigned === 0 ? 'Nobody is assigned training.' : 'Everyone who is assigned has signed.';
  return (
    <section className="stack" aria-labelledby="open-training">
      <h2 id="open-training">Open training</h2>
      {counted && assigned > 0 && (
        <p className="facts">
          <Rate percent={rate} />
          <span>
            {inDigits(completed)} of {inDigits(assigned)} signed
          </span>
          <span>{inDigits(open.total)} open</span>
          {open.overdue > 0 && <Overdue>{inDigits(open.overdue)} overdue</Overdue>}
        </p>
      )}
      {open.total === 0 ? (
        <p className="meta">{shown.trainingWaived ? 'Training is not required.' : emptyWords}</p>
      ) : (
        <>
          <Register
            labelledBy="open-training"
            columns={columnsFor(props, asof)}
            rows={open.people}
            rowKey={({ user }) => user}
          />
          <Pager of="people" one="person" name="people" page={open.page} size={open.size} total={open.total} />
        </>
      )}
    </section>
  );
}
