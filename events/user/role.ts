import type { Role } from '#events/user/events.ts';

const labels: Record<Role, string> = {
  EMPLOYEE: 'Employee',
  AUTHOR: 'Author',
  ADMIN: 'Admin',
  SUPER_ADMIN: 'Super Admin',
};

/** What a role is called. */
export const roleLabel = (role: Role): string => labels[role];

/** The same for a role as it was recorded, which may be one of old data. */
export const recordedRoleLabel = (recorded: string): string =>
  Object.hasOwn(labels, recorded) ? labels[recorded as Role] : recorded;

/** The badges in their sort order: ADMIN, AUTHOR, EMPLOYEE. SUPER_ADMIN sorts with the admins, before them. */
const order: readonly Role[] = ['SUPER_ADMIN', 'ADMIN', 'AUTHOR', 'EMPLOYEE'];

export const compareRoles = (a: Role, b: Role): number => order.indexOf(a) - order.indexOf(b);

/** The roles that this person may give: only SUPER_ADMIN gives SUPER_ADMIN. */
export const offeredRoles = (giver: Role): readonly Role[] =>
  giver === 'SUPER_ADMIN' ? order : order.filter((role) => role !== 'SUPER_ADMIN');
