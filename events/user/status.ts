import type { UserStatus } from '#events/user/events.ts';

const labels: Record<UserStatus, string> = { ACTIVE: 'Active', INVITED: 'Invited', INACTIVE: 'Deactivated' };

/** What a person's status is called. */
export const userStatusLabel = (status: UserStatus): string => labels[status];
