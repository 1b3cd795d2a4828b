import { Link } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import type { OpenTrainee } from '#app/queries/document/open-training.ts';
import { Overdue } from '#app/ui/docket/overdue.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { type Column, Register } from '#app/ui/register/register.tsx';
import { showDate } from '#app/ui/text/date.ts';
import type { DocumentPageData } from './document-view.ts';

type OpenTrainingProps = Pick<DocumentPageData, 'shown' | 'admin' | 'now' | 'zone' | 'document'> & {
  open: NonNullable<DocumentPageData['openTraining']>;
};

const columnsFor = (admin: boolean, zone: string, now: string): Column<OpenTrainee>[] => [
  {
    key: 'person',
    label: 'Person',
    place: 'full',
    rowHead: true,
    cell: ({ user, name, invited }) => (
      <>
        {admin ? <Link to={addresses.memberTraining(user)}>{name}</Link> : name}
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
      return Date.parse(dueAt) < Date.parse(now) ? <Overdue>{date}, overdue</Overdue> : date;
    },
  },
];

/** The people with open training on the shown version, by due date. Admins get links to each person's training. */
export function OpenTraining({ open, shown, document, admin, now, zone }: OpenTrainingProps) {
  const emptyWords =
    document.training.assigned === 0 ? 'Nobody is assigned training.' : 'Everyone who is assigned has signed.';
  return (
    <section className="stack" aria-labelledby="open-training">
      <h2 id="open-training">Open training</h2>
      {open.total === 0 ? (
        <p className="meta">{shown.trainingWaived ? 'Training is not required.' : emptyWords}</p>
      ) : (
        <>
          <Register
            labelledBy="open-training"
            columns={columnsFor(admin, zone, now)}
            rows={open.people}
            rowKey={({ user }) => user}
          />
          <Pager of="people" one="person" name="people" page={open.page} size={open.size} total={open.total} />
        </>
      )}
    </section>
  );
}
