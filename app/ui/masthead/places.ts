import type { IconName } from '../icon/names.ts';
import { isAdmin, type Viewer } from './viewer.ts';

type Place = { to: string; label: string; for: (viewer: Viewer) => boolean; includes: (pathname: string) => boolean };

const everyone = () => true;
const approves = ({ role }: Viewer) => role !== 'EMPLOYEE';

/** The main links. A place joins when its route exists. */
const places: readonly Place[] = [
  {
    to: '/dashboard',
    label: 'Documents',
    for: everyone,
    includes: (path) =>
      path.startsWith('/dashboard') &&
      !/^\/dashboard\/(notifications|users|departments|settings|import|evidence|reports)\b/.test(path),
  },
  {
    to: '/dashboard/users',
    label: 'Team',
    for: isAdmin,
    includes: (path) => /^\/dashboard\/(users|departments)\b/.test(path),
  },
  {
    to: '/dashboard/reports',
    label: 'Reports',
    for: isAdmin,
    includes: (path) => /^\/dashboard\/(reports|evidence)\b/.test(path),
  },
];

export type MainLink = { to: string; label: string; current: 'page' | 'true' | undefined };

/** The main links that a person may follow, with the one they are in marked. */
export function mainLinks(viewer: Viewer, pathname: string): MainLink[] {
  return places
    .filter((place) => place.for(viewer))
    .map(({ to, label, includes }) => ({
      to,
      label,
      current: to === pathname ? 'page' : includes(pathname) ? 'true' : undefined,
    }));
}

export type AccountLink = {
  to: string;
  label: string;
  icon: IconName;
  rule?: boolean;
};

type LinkFor = AccountLink & { for: (viewer: Viewer) => boolean };

/** Links of the greeting menu between the name and Sign Out. */
const links: readonly LinkFor[] = [
  { to: '/sessions', label: 'My account', icon: 'user-round', for: everyone },
  { to: '/dashboard/requests', label: 'Change Requests', icon: 'pencil', for: approves },
  { to: '/absence', label: 'Absence', icon: 'calendar-days', for: approves },
  { to: '/dashboard/settings', label: 'Settings', icon: 'settings', for: isAdmin },
  {
    to: '/dashboard/reports/training-record/pdf',
    label: 'Request my Training Record',
    icon: 'download',
    rule: true,
    for: everyone,
  },
];

/** The links of the greeting menu above Change Password that a person may follow. */
export const accountLinks = (viewer: Viewer): readonly AccountLink[] => links.filter((link) => link.for(viewer));

/** Those between Change Password and Sign Out. */
export const helpLinks: readonly AccountLink[] = [
  { to: '/manual', label: 'User Manual', icon: 'book-open', rule: true },
  { to: '/support', label: 'Support', icon: 'life-buoy' },
];
