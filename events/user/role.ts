import type { Role } from '#events/user/events.ts';

/** The badges in their sort order: ADMIN, AUTHOR, EMPLOYEE. SUPER_ADMIN sorts with the admins, before them. */
const order: readonly Role[] = ['SUPER_ADMIN', 'ADMIN', 'AUTHOR', 'EMPLOYEE'];

export const compareRoles = (a: Role, b: Role): number => order.indexOf(a) - order.indexOf(b);

/** The roles that this person may give: only SUPER_ADMIN gives SUPER_ADMIN. */
export const offeredRoles = (giver: Role): readonly Role[] =>
  giver === 'SUPER_ADMIN' ? order : order.filter((role) => role !== 'SUPER_ADMIN');
