import type { Role } from '#events/user/events.ts';

/** The signed-in person as the frame of every page needs them. */
export type Viewer = {
  uid: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  orgName: string;
  /** IANA name; dates are shown in it. */
  orgTimeZone: string;
  /** The organisation requires a reason for every change. */
  reasonRequired: boolean;
  /** The number of unread notifications; 100 stands for more. */
  unread: number;
  /** The product's version, as '1.1.1'. */
  version: string;
};

export const isAdmin = ({ role }: Pick<Viewer, 'role'>) => role === 'ADMIN' || role === 'SUPER_ADMIN';
