import { roleLabel } from '#events/user/role.ts';
import type { Role } from '#events/user/events.ts';
import { roleMay } from '#events/permissions.ts';

const order: Role[] = ['ADMIN', 'AUTHOR', 'EMPLOYEE'];

/** The roles that somebody with this role may give, in the specification's order. */
export const roleOptions = (own: Role) =>
  [...order, ...(roleMay(own, 'user.give_super_admin') ? (['SUPER_ADMIN'] as const) : [])].map((role) => ({
    value: role,
    label: roleLabel(role),
  }));
