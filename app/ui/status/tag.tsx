import type { ReactNode } from 'react';
import type { Role } from '#events/user/events.ts';
import { roleLabel } from '#events/user/role.ts';

const looks: Record<Role, string> = { EMPLOYEE: 'employee', AUTHOR: 'author', ADMIN: 'admin', SUPER_ADMIN: 'admin' };

export function RoleTag({ role }: { role: Role }) {
  return (
    <span className="tag" data-role={looks[role]}>
      {roleLabel(role)}
    </span>
  );
}

/** A short remark on a record, such as 'Invited'. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="tag">{children}</span>;
}
