import { sql } from 'kysely';

/**
 * Why somebody who was asked cannot sign: an Employee now, deactivated, or invited back and not yet reconfirmed, which
 * may never come.
 */
export type Unable = 'employee' | 'deactivated' | 'unconfirmed';

/** Of `p`, the approver's account; null where nothing stands in the way. */
export const unable = sql<Unable | null>`
  case when p.status = 'INACTIVE' then 'deactivated' when p.role = 'EMPLOYEE' then 'employee'
       when p.status = 'INVITED' then 'unconfirmed' end`;
