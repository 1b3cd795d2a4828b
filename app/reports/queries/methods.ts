import { sql, type RawBuilder } from 'kysely';
import { signatureMethods } from '#events/signature.ts';
import { signInMethod } from '#events/user/events.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { personMatches } from '#app/reports/queries/people.ts';
import { countRows, partOf, streamRows, type Part, type Source } from '#app/reports/queries/source.ts';
import type { ReportFilters } from '#app/reports/queries/names.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** How often a person did something in a month, by the method. */
export interface MethodRow {
  /** `2026-03`, in the organisation's zone. */
  month: string;
  name: string;
  email: string;
  /** By method; absent is none. */
  uses: Partial<Record<string, number>>;
}

/** What is counted by method: sign-ins, or signatures. */
export type Counted = 'sign-ins' | 'signatures-by-assurance';

/** The methods of each, in the order of their columns. */
export const methodsOf = {
  'sign-ins': signInMethod.options,
  'signatures-by-assurance': signatureMethods,
} as const satisfies Record<Counted, readonly string[]>;

type Narrowed = Pick<ReportFilters, 'department' | 'person'>;

// Sign-ins are only in the ledger, which an index knows by their types. Version 1 of them names no method.
const signIns = ({ position }: Source) => sql`
  select (e.canonical::jsonb #>> '{data,user}')::uuid as user_uid, e.recorded_at as at,
         coalesce(e.canonical::jsonb #>> '{data,method}', 'password') as method, null as signed_as
  from ${ownRows('ledger.event')} e where e.type = 'UserSignedIn' and e.position <= ${position}`;

const signatures = ({ table }: Source) => sql`
  select coalesce(a.signer_uid, a.user_uid) as user_uid, a.signed_at as at, a.signed_with as method,
         a.signer_name as signed_as
  from ${table('approval')} a where a.signed_with is not null
  union all
  select t.user_uid, t.signed_at, t.signed_with, t.signer_name
  from ${table('training_record')} t where t.signed_with is not null`;

/** Uses by month, person and method, of the people who match; of signatures also by the name signed with. */
const uses = (source: Source, counted: Counted, filters: Narrowed): RawBuilder<unknown> => sql`
  select to_char(o.at at time zone ${source.zone}, 'YYYY-MM') as month, o.user_uid,
         coalesce(o.signed_as, u.full_name) as signed_as, o.method, count(*)::integer as uses
  from (${counted === 'sign-ins' ? signIns(source) : signatures(source)}) o
  join ${source.table('user_account')} u on u.uid = o.user_uid
  where ${personMatches(source, filters)}
  group by 1, 2, 3, 4`;

/** By month, the newest first, and by person. */
export const streamMethods = (
  source: Source,
  counted: Counted,
  filters: Narrowed,
  part?: Part,
): AsyncGenerator<MethodRow> =>
  streamRows(
    source,
    sql<MethodRow>`
      with uses as (${uses(source, counted, filters)})
      select c.month, ${nameApart('u', 'c.signed_as')} as name, u.email, c.uses
      from (select month, user_uid, signed_as, json_object_agg(method, uses) as uses
            from uses group by month, user_uid, signed_as) c
      join ${source.table('user_account')} u on u.uid = c.user_uid
      order by c.month desc, u.full_name_folded, u.uid, c.signed_as ${partOf(part)}`,
  );

export const countMethods = (source: Source, counted: Counted, filters: Narrowed): Promise<number> =>
  countRows(source, sql`(select distinct month, user_uid, signed_as from (${uses(source, counted, filters)}) u) m`);
