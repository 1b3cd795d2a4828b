import type { ReactNode } from 'react';
import type { Role } from '#events/user/events.ts';

const roles: Record<Role, { label: string; look: string }> = {
  EMPLOYEE: { label: 'Employee', look: 'employee' },
  AUTHOR: { label: 'Author', look: 'author' },
  ADMIN: { label: 'Admin', look: 'admin' },
  SUPER_ADMIN: { label: 'Super Admin', look: 'admin' },
};

/** The words of a role. */
export const roleLabel = (role: Role) => roles[role].label;

export function RoleTag({ role }: { role: Role }) {
  return (
    <span className="tag" data-role={roles[role].look}>
      {roles[role].label}
    </span>
  );
}

/** A short remark on a record, such as 'Invited'. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="tag">{children}</span>;
}
