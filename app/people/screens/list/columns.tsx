import { createContext, useContext } from 'react';
import { Link } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import type { TeamMember } from '#app/people/queries/list-team.ts';
import { emailName } from '#app/kit/words/email-names.ts';
import { sentenceCase } from '#app/kit/words/phrases.ts';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Overdue } from '#app/ui/docket/overdue.tsx';
import { Monogram, RecordLink } from '#app/ui/register/cells.tsx';
import type { Column } from '#app/ui/register/register.tsx';
import { SelectAll, SelectRow } from '#app/ui/register/selection.tsx';
import { RoleTag, Tag } from '#app/ui/status/tag.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { inDigits } from '#app/ui/text/count.ts';

export type Row = TeamMember & { self?: boolean };

/** Who they are today is edited; of the past their training of then is shown. */
function MemberLink({ member: { uid, name, status } }: { member: Row }) {
  const asof = usePast();
  const now = status === 'INACTIVE' ? addresses.reactivateUser(uid) : addresses.editUser(uid);
  return <RecordLink to={asof ? addresses.memberTraining(uid, asof) : now}>{name}</RecordLink>;
}

function wordsOf({ open, overdue, completed }: TeamMember['training']): string {
  if (overdue > 0) return `${inDigits(overdue)} overdue`;
  if (open > 0) return `${inDigits(open)} due`;
  return completed > 0 ? 'Complete' : '–';
}

/** What is overdue, else what is due, else that all is signed; a dash where nothing is assigned. */
function Training({ member: { uid, name, training } }: { member: Row }) {
  const words = wordsOf(training);
  return (
    <Link
      className="plain-link"
      to={addresses.memberTraining(uid, usePast())}
      aria-label={`${words === '–' ? 'Nothing assigned' : words}, training of ${name}`}
    >
      {training.overdue > 0 ? <Overdue>{words}</Overdue> : words}
    </Link>
  );
}

/** Opens the page's dialog for a person. */
export const Leaving = createContext<(member: TeamMember) => void>(() => undefined);

function Deactivate({ member }: { member: TeamMember }) {
  const ask = useContext(Leaving);
  return (
    <LinkButton
      to={addresses.deactivateUser(member.uid)}
      kind="quiet-stop"
      size="small"
      about={member.name}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        ask(member);
      }}
    >
      Deactivate
    </LinkButton>
  );
}

const picks: Column<Row> = {
  key: 'select',
  label: 'Select',
  hiddenLabel: true,
  head: <SelectAll />,
  place: 'tight',
  cell: ({ uid, name }) => <SelectRow value={uid} about={name} />,
};

const people: Column<Row>[] = [
  {
    key: 'initials',
    label: 'Initials',
    hiddenLabel: true,
    place: 'tight',
    cell: ({ name }) => <Monogram name={name} />,
  },
  {
    key: 'name',
    label: 'Name',
    sort: 'name',
    rowHead: true,
    cell: (member) => (
      <>
        <MemberLink member={member} /> {member.status === 'INVITED' && <Tag>Invited</Tag>}{' '}
        {member.absentUntil && <Tag>Absent until {showDate(member.absentUntil, 'UTC')}</Tag>}{' '}
        {member.refusedEmail && (
          <Overdue>{sentenceCase(emailName(member.refusedEmail))} could not be delivered</Overdue>
        )}{' '}
        {member.lock && <Overdue>Locked</Overdue>}
      </>
    ),
  },
  { key: 'role', label: 'Role', sort: 'role', place: 'corner', cell: ({ role }) => <RoleTag role={role} /> },
  {
    key: 'departments',
    label: 'Departments',
    place: 'full',
    cell: ({ departments }) => departments.join(', '),
  },
];

const training: Column<Row> = {
  key: 'training',
  label: 'Training',
  place: 'later',
  labelled: true,
  nowrap: true,
  cell: (member) => <Training member={member} />,
};

const actions: Column<Row> = {
  key: 'actions',
  label: 'Actions',
  hiddenLabel: true,
  place: 'num',
  cell: (member) => (
    <span className="actions end">
      <LinkButton
        to={addresses.reportFile('training-record', 'pdf', { person: member.uid })}
        download
        kind="quiet"
        size="small"
        icon="download"
        about={member.name}
      >
        Training Record
      </LinkButton>
      {member.lock && !member.self && (
        <LinkButton
          to={addresses.unlockUser(member.uid)}
          kind="quiet"
          size="small"
          icon="key-round"
          about={member.name}
        >
          Unlock
        </LinkButton>
      )}
      {member.status === 'INVITED' && (
        <LinkButton
          to={addresses.resendInvitation(member.uid)}
          kind="quiet"
          size="small"
          icon="send"
          about={member.name}
        >
          Resend invitation
        </LinkButton>
      )}
      {member.status !== 'INACTIVE' && !member.self && <Deactivate member={member} />}
    </span>
  ),
};

/** `selects`: rows can be ticked. Deactivated people have no training to do; of the past nothing is changed. */
export const columnsOf = ({ past, selects, inactive }: { past: boolean; selects: boolean; inactive: boolean }) => [
  ...(selects ? [picks] : []),
  ...people,
  ...(inactive ? [] : [training]),
  ...(past ? [] : [actions]),
];
