import { sql } from 'kysely';

/** Why an approver cannot sign: now an Employee, deactivated, or invited back and not reconfirmed. */
export type Unable = 'employee' | 'deactivated' | 'unconfirmed';

/** The reason for the approver's account `p`; null if they can sign. */
export const unable = sql<Unable | null>`
  case when p.status = 'INACTIVE' then 'deactivated' when p.role = 'EMPLOYEE' then 'employee'
       when p.status = 'INVITED' then 'unconfirmed' end`;
