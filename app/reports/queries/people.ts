import { sql, type RawBuilder } from 'kysely';
import type { Instant } from '#events/time.ts';
import type { Role, UserStatus } from '#events/user/events.ts';
import { inOrder } from '#app/kit/query/in-order.ts';
import { countRows, partOf, streamRows, type Part, type Source } from '#app/reports/queries/source.ts';
import type { ReportFilters } from '#app/reports/queries/names.ts';

/** A person of a user list. */
export interface ListedPerson {
  uid: string;
  name: string;
  email: string;
  role: Role;
  status: UserStatus;
  departments: string[];
  created_at: Instant;
  confirmed_at: Instant | null;
  deactivated_at: Instant | null;
  /** When the second factor was set up; null where there is none. */
  factor_since: Instant | null;
}

/** The names of a person's departments, in order; `u` is the account. */
export const departmentsOf = ({ table }: Source): RawBuilder<string[]> => sql`array(
  select d.name from ${table('user_department')} m join ${table('department')} d
    on d.org_id = m.org_id and d.uid = m.department_uid
  where m.org_id = u.org_id and m.user_uid = u.uid order by ${inOrder('d.name_folded')}, d.uid)`;

/** The filters as conditions on the account `u`. */
export const personMatches = (
  { table }: Source,
  { department, person }: Pick<ReportFilters, 'department' | 'person'>,
): RawBuilder<boolean> => sql`(
  ${person === undefined ? sql`true` : sql`u.uid = ${person}`} and
  ${
    department === undefined
      ? sql`true`
      : sql`exists (select from ${table('user_department')} m
                    where m.org_id = u.org_id and m.user_uid = u.uid and m.department_uid = ${department})`
  })`;

/** The people of the list. */
type Listing = { everybody: boolean } & Pick<ReportFilters, 'department'>;

const isListed = (source: Source, { everybody, ...filters }: Listing): RawBuilder<boolean> =>
  sql`${everybody ? sql`true` : sql`u.status <> 'INACTIVE'`} and ${personMatches(source, filters)}`;

/** People by name: the active and invited, or everybody who ever had an account. */
export const streamPeople = (source: Source, listing: Listing, part?: Part): AsyncGenerator<ListedPerson> =>
  streamRows(
    source,
    sql<ListedPerson>`
      with listed as materialized (
        select u.* from ${source.table('user_account')} u
        where ${isListed(source, listing)}
        order by u.full_name_folded, u.uid ${partOf(part)}
      )
      select u.uid, u.full_name as name, u.email, u.role, u.status, u.created_at, u.confirmed_at, u.deactivated_at,
             ${departmentsOf(source)} as departments,
             (select min(a.enrolled_at) from ${source.table('authenticator')} a
              where a.org_id = u.org_id and a.user_uid = u.uid and a.revoked_at is null) as factor_since
      from listed u order by u.full_name_folded, u.uid`,
  );

export const countPeople = (source: Source, listing: Listing): Promise<number> =>
  countRows(source, sql`${source.table('user_account')} u where ${isListed(source, listing)}`);
