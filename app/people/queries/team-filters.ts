/** SUPER_ADMIN counts as an admin. */
export const teamRoles = ['ADMIN', 'AUTHOR', 'EMPLOYEE'] as const;

/** `active`: invited people too; `invited`: those alone. */
export const teamShows = ['active', 'invited', 'deactivated'] as const;
export type TeamShow = (typeof teamShows)[number];
