import { sql } from 'kysely';
import { dayIn } from '#events/time.ts';
import type { Role, UserStatus } from '#events/user/events.ts';
import { countRows, partOf, streamRows, type Part, type Source } from '#app/reports/queries/source.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** A function with one of its holders; without one where nobody has it. Days: `2026-03-04`, both included. */
export interface FunctionHolderRow {
  function: string;
  retired: boolean;
  name: string | null;
  email: string | null;
  role: Role | null;
  status: UserStatus | null;
  from: string | null;
  until: string | null;
}

/** Functions, each with the grants whose last day was not past at the moment of the source. */
const from = ({ table, at, zone }: Source) => sql`
  ${table('function')} f
  left join (${table('function_grant')} g join ${table('user_account')} u on u.org_id = g.org_id and u.uid = g.user_uid)
    on g.org_id = f.org_id and g.function_uid = f.uid and (g.until_day is null or g.until_day >= ${dayIn(at, zone)})`;

/** Who holds which function, by the name of the function and then of the person. */
export const streamFunctionHolders = (source: Source, part?: Part): AsyncGenerator<FunctionHolderRow> =>
  streamRows(
    source,
    sql<FunctionHolderRow>`
      select f.name as function, f.retired_at is not null as retired,
             case when u.uid is null then null else ${nameApart('u')} end as name, u.email, u.role, u.status,
             g.from_day as "from", g.until_day as until
      from ${from(source)}
      order by f.name, f.uid, u.full_name_folded, u.uid ${partOf(part)}`,
  );

export const countFunctionHolders = (source: Source): Promise<number> => countRows(source, from(source));
