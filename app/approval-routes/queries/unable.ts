import { sql } from 'kysely';
import { ownRows } from '#app/kit/query/own-rows.ts';

/** Why an approver cannot sign: an Employee now, deactivated, not reconfirmed, or without the function of the step. */
export type Unable = 'employee' | 'deactivated' | 'unconfirmed' | 'function';

/**
 * The reason for the approval `a` of the account `p` on a day of the organisation; null where the person can sign. A
 * step of a function is signed by who holds it that day.
 */
export const unableOn = (today: string) => sql<Unable | null>`
  case when p.status = 'INACTIVE' then 'deactivated' when p.role = 'EMPLOYEE' then 'employee'
       when p.status = 'INVITED' then 'unconfirmed'
       when exists (
         select from ${ownRows('read.version_step')} t
         where t.document_uid = a.document_uid and t.version = a.version and t.step = a.step
           and t.function_uid is not null
           and not exists (
             select from ${ownRows('read.function_grant')} g
             where g.user_uid = a.user_uid and g.function_uid = t.function_uid
               and g.from_day <= ${today} and (g.until_day is null or g.until_day >= ${today})))
       then 'function' end`;
