import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { createContext, useContext, useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import { addresses } from '#app/addresses.ts';
import { listPage, text } from '#app/server/screen/route-input.ts';
import { pastLoader } from '#app/server/screen/past-loader.ts';
import { listDepartments } from '#app/queries/department/list-departments.ts';
import { listTeam, type TeamMember } from '#app/queries/user/list-team.ts';
import { DeactivateDialog } from '#app/screens/team/deactivate-dialog.tsx';
import { DepartmentsDrawer } from '#app/screens/departments/departments-drawer.tsx';
import { emailName } from '#app/wording/email-names.ts';
import { sentenceCase } from '#app/wording/phrases.ts';
import { ofTarget } from '#app/screens/team/wrong-target.ts';
import { AsOfControl, usePast } from '#app/ui/as-of/as-of.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Overdue } from '#app/ui/docket/overdue.tsx';
import { Page, PageHead } from '#app/ui/page/page.tsx';
import { Monogram, RecordLink } from '#app/ui/register/cells.tsx';
import { FilteredBy } from '#app/ui/register/filtered-by.tsx';
import { Filters, FilterSelect, Segments } from '#app/ui/register/filters.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { withQuery } from '#app/ui/register/query.ts';
import { Register, type Column } from '#app/ui/register/register.tsx';
import { RoleTag, Tag } from '#app/ui/status/tag.tsx';

export const meta: MetaFunction = () => [{ title: 'Team members - Imprimatur' }];

const search = z.object({
  show: z.enum(['active', 'deactivated']).catch('active'),
  department: text,
  sort: z.enum(['name', 'role']).catch('name'),
  order: z.enum(['asc', 'desc']).catch('asc'),
  page: listPage,
});

export const loader = pastLoader({
  access: 'team.view',
  looksBack: 'team.view',
  search,
  async load({ atOnePosition, search: { department = null, ...rest }, ports, viewer, asof }) {
    const filter = { ...rest, department };
    const { team, departments } = await atOnePosition(async (ask) => ({
      team: await ask(listTeam, filter),
      departments: await ask(listDepartments, {}),
    }));
    return {
      ...team,
      filter: { ...filter, page: team.page },
      departments,
      commandId: ports.newId(),
      self: viewer.uid,
      past: asof !== undefined,
    };
  },
});

type Row = TeamMember & { self?: boolean };

/** Who they are today is edited; of the past their training of then is shown. */
function MemberLink({ member: { uid, name, status } }: { member: Row }) {
  const asof = usePast();
  const now = status === 'INACTIVE' ? addresses.reactivateUser(uid) : addresses.editUser(uid);
  return <RecordLink to={asof ? addresses.memberTraining(uid, asof) : now}>{name}</RecordLink>;
}

const columns: Column<Row>[] = [
  {
    key: 'initials',
    label: 'Initials',
    hiddenLabel: true,
    place: 'tight',
    spare: true,
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
    spare: true,
    cell: ({ departments }) => departments.join(', '),
  },
  {
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
  },
];

/** Opens the page's dialog for a person. */
const Leaving = createContext<(member: TeamMember) => void>(() => undefined);

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

const withSelf = (members: TeamMember[], self: string): Row[] =>
  members.some(({ uid }) => uid === self)
    ? members.map((member) => (member.uid === self ? { ...member, self: true } : member))
    : members;

export default function Team() {
  const { members, departments, total, active, deactivated, filter, commandId, size, self, past } =
    useLoaderData<typeof loader>();
  const { search } = useLocation();
  // Without script the question has its own page. One dialog serves all rows.
  const [leaving, setLeaving] = useState<TeamMember | null>(null);
  const askWhether = (member: TeamMember) => {
    flushSync(() => setLeaving(member));
    const dialog = document.getElementById('deactivate');
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
  };
  const { show, department, sort, order, page } = filter;
  return (
    <Page>
      <PageHead
        title="Team members"
        actions={
          <>
            <AsOfControl />
            {!past && (
              <>
                <DepartmentsDrawer />
                <LinkButton to={addresses.invite()} kind="solid" icon="user-round-plus">
                  Invite team member
                </LinkButton>
              </>
            )}
          </>
        }
      />
      <Filters label="Filter team members" keep={{ show, sort, order }} showButton>
        <Segments
          label="Show"
          segments={[
            {
              to: withQuery(search, { show: 'active', page: undefined }),
              label: 'Active',
              count: active,
              current: show === 'active',
            },
            {
              to: withQuery(search, { show: 'deactivated', page: undefined }),
              label: 'Deactivated',
              count: deactivated,
              current: show === 'deactivated',
            },
          ]}
        />
        <FilterSelect
          label="Department"
          name="department"
          value={department ?? ''}
          all="Show all departments"
          options={departments.map(({ uid, name }) => ({ value: uid, label: name }))}
        />
      </Filters>
      <FilteredBy
        filters={[
          show === 'deactivated' && 'Deactivated',
          departments.find(({ uid }) => uid === department)?.name ?? false,
        ]}
      />
      <Leaving value={askWhether}>
        <Register
          skipTo
          label="Team members"
          columns={past ? columns.filter(({ key }) => key !== 'actions') : columns}
          rows={withSelf(members, self)}
          rowKey={({ uid }) => uid}
          sort={{ by: sort, order }}
          empty="Oops! We can't find anything that matches."
        />
      </Leaving>
      <Pager of="people" one="person" page={page} size={size} total={total} />
      {leaving && <DeactivateDialog key={leaving.uid} member={leaving} commandId={ofTarget(commandId, leaving.uid)} />}
    </Page>
  );
}
