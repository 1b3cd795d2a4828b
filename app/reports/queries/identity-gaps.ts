import { sql, type RawBuilder } from 'kysely';
import type { Instant } from '#events/time.ts';
import type { Role, UserStatus } from '#events/user/events.ts';
import { departmentsOf, personMatches } from '#app/reports/queries/people.ts';
import { countRows, partOf, streamRows, type Part, type Source } from '#app/reports/queries/source.ts';
import type { ReportFilters } from '#app/reports/queries/names.ts';

/** A person whose identity nobody verified, or who has no second factor. */
export interface IdentityGap {
  name: string;
  email: string;
  role: Role;
  status: UserStatus;
  departments: string[];
  verified_at: Instant | null;
  /** When the authenticator app was set up. */
  factor_since: Instant | null;
  /** The organisation's issuer signs the person in, and checks what it checks. */
  by_issuer: boolean;
}

type Department = Pick<ReportFilters, 'department'>;

const people = (source: Source, filters: Department): RawBuilder<unknown> => sql`
  select u.*, p.factor_since, p.by_issuer
  from ${source.table('user_account')} u
  cross join ${source.table('organisation')} o
  cross join lateral (
    select (select min(a.enrolled_at) from ${source.table('authenticator')} a
            where a.user_uid = u.uid and a.kind = 'totp' and a.revoked_at is null) as factor_since,
           coalesce(o.settings #>> '{singleSignOn,localAdmin}' <> u.uid::text, false) as by_issuer) p
  where u.status <> 'INACTIVE' and ${personMatches(source, filters)}
    and (u.identity_verified_at is null or (p.factor_since is null and not p.by_issuer))`;

/** Active and invited people by name. */
export const streamIdentityGaps = (source: Source, filters: Department, part?: Part): AsyncGenerator<IdentityGap> =>
  streamRows(
    source,
    sql<IdentityGap>`
      with listed as materialized (
        select * from (${people(source, filters)}) p order by p.full_name_folded, p.uid ${partOf(part)}
      )
      select u.full_name as name, u.email, u.role, u.status, u.identity_verified_at as verified_at, u.factor_since,
             u.by_issuer, ${departmentsOf(source)} as departments
      from listed u order by u.full_name_folded, u.uid`,
  );

export const countIdentityGaps = (source: Source, filters: Department): Promise<number> =>
  countRows(source, sql`(${people(source, filters)}) p`);
