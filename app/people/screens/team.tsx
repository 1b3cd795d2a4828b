import { redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import { roleLabel } from '#events/user/role.ts';
import { addresses } from '#app/kit/addresses.ts';
import { listPage, text, withoutEmpty } from '#app/kit/screen/screen.ts';
import { pastLoader } from '#app/kit/screen/past-loader.ts';
import { listDepartments } from '#app/organisation/queries/list-departments.ts';
import { searchWords } from '#app/kit/query/search-words.ts';
import { listTeam, type TeamMember } from '#app/people/queries/list-team.ts';
import { teamRoles, teamShows } from '#app/people/queries/team-filters.ts';
import { DeactivateDialog } from '#app/people/screens/deactivate-dialog.tsx';
import { DepartmentsDrawer } from '#app/organisation/screens/departments/departments-drawer.tsx';
import { AsOfControl } from '#app/ui/as-of/as-of.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Page, PageHead } from '#app/ui/page/page.tsx';
import { FilterChips } from '#app/ui/register/filter-chips.tsx';
import { FilteredBy } from '#app/ui/register/filtered-by.tsx';
import { Filters, FilterSelect, SearchField, Segments } from '#app/ui/register/filters.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { withQuery } from '#app/ui/register/query.ts';
import { Register } from '#app/ui/register/register.tsx';
import { BulkForm } from './list/bulk-bar.tsx';
import { columnsOf, Leaving, type Row } from './list/columns.tsx';

export const meta: MetaFunction = () => [{ title: 'Team members - Imprimatur' }];

const search = z.object({
  q: searchWords.default(''),
  show: z.enum(teamShows).catch('active'),
  department: text,
  role: z.enum(teamRoles).optional().catch(undefined),
  sort: z.enum(['name', 'role']).catch('name'),
  order: z.enum(['asc', 'desc']).catch('asc'),
  page: listPage,
});

export const loader = pastLoader({
  access: 'team.view',
  looksBack: 'team.view',
  search,
  async load({ atOnePosition, url, search: { department = null, role = null, ...rest }, ports, viewer, asof }) {
    const shorter = withoutEmpty(url);
    if (shorter !== null) throw redirect(shorter);
    const filter = { ...rest, department, role };
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

const withSelf = (members: TeamMember[], self: string): Row[] =>
  members.some(({ uid }) => uid === self)
    ? members.map((member) => (member.uid === self ? { ...member, self: true } : member))
    : members;

const showLabels = { active: 'Active', invited: 'Invited', deactivated: 'Deactivated' } as const;

/** More rows than this are on their way to paper. */
const mostToSelect = 100;

export default function Team() {
  const { members, departments, total, counts, filter, commandId, size, self, past } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  // Without script the question has its own page. One dialog serves all rows.
  const [leaving, setLeaving] = useState<TeamMember | null>(null);
  const askWhether = (member: TeamMember) => {
    flushSync(() => setLeaving(member));
    const dialog = document.getElementById('deactivate');
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
  };
  const { q, show, department, role, sort, order, page } = filter;
  const inactive = show === 'deactivated';
  const selects = !past && !inactive && members.length > 0 && members.length <= mostToSelect;
  const departmentName = departments.find(({ uid }) => uid === department)?.name;
  const chips = [
    ...(departmentName === undefined ? [] : [{ words: departmentName, parameter: 'department' }]),
    ...(role === null ? [] : [{ words: `role ${roleLabel(role)}`, parameter: 'role' }]),
    ...(q === '' ? [] : [{ words: `name or email with “${q}”`, parameter: 'q' }]),
  ];
  const register = (
    <Register
      skipTo
      label="Team members"
      columns={columnsOf({ past, selects, inactive })}
      rows={withSelf(members, self)}
      rowKey={({ uid }) => uid}
      sort={{ by: sort, order }}
      empty="Oops! We can't find anything that matches."
    />
  );
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
                <LinkButton to={addresses.inviteMany()} icon="users-round">
                  Invite many
                </LinkButton>
                <LinkButton to={addresses.invite()} kind="solid" icon="user-round-plus">
                  Invite team member
                </LinkButton>
              </>
            )}
          </>
        }
      />
      <Filters label="Filter team members" keep={{ show, sort, order }}>
        <SearchField label="Search by name or email" value={q} />
        <Segments
          label="Show"
          segments={teamShows.map((one) => ({
            to: withQuery(search, { show: one, page: undefined }),
            label: showLabels[one],
            count: counts[one],
            current: show === one,
          }))}
        />
        <FilterSelect
          label="Department"
          name="department"
          value={department ?? ''}
          all="Show all departments"
          options={departments.map(({ uid, name }) => ({ value: uid, label: name }))}
        />
        <FilterSelect
          label="Role"
          name="role"
          value={role ?? ''}
          all="All roles"
          options={teamRoles.map((one) => ({ value: one, label: roleLabel(one) }))}
        />
      </Filters>
      <FilterChips chips={chips} />
      <FilteredBy filters={[show !== 'active' && showLabels[show], ...chips.map(({ words }) => words)]} />
      <Leaving value={askWhether}>{selects ? <BulkForm>{register}</BulkForm> : register}</Leaving>
      <Pager of="people" one="person" page={page} size={size} total={total} />
      {leaving && <DeactivateDialog key={leaving.uid} member={leaving} commandId={ofTarget(commandId, leaving.uid)} />}
    </Page>
  );
}

/**
 * The command id of one of several forms on a page that run the same command: what is done to one person must not
 * answer for another.
 */
const ofTarget = (commandId: string, uid: string): string => `${commandId}-${uid.slice(0, 8)}`;
