import type { Named } from '#events/common.ts';
import type { SessionFactor } from '#events/organisation/second-factor.ts';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import type { Instant } from '#events/time.ts';
import type { Role } from '#events/user/events.ts';

/** `set-up`: the steps of a new organisation's set-up. */
export type ListName = 'manage' | 'effective' | 'set-up';
/** A person's sorting and filters of a list, as address parameters; `show=no` for a list that is dismissed. */
export type ListChoice = Record<string, string>;

/** The signed-in person with their present role and status, read for each request. */
export interface Viewer {
  readonly uid: string;
  readonly org: string;
  readonly orgName: string;
  readonly settings: OrganisationSettings;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role;
  readonly departments: readonly Named[];
  /** The organisation's ledger size when the person was read, as decimal text. */
  readonly position: string;
  /** The person's last sorting and filters of each list, as address parameters. */
  readonly listChoices: Readonly<Partial<Record<ListName, ListChoice>>>;
  /** The number of unread notifications; 100 stands for more. */
  readonly unread: number;
  /** The session's public id: a hash that cannot be used to sign in. */
  readonly session: string;
  /** Absent: no second factor, neither at sign-in nor at a signature. */
  readonly factor?: SessionFactor;
  /** The program that acts with this person's rights, if it is one. */
  readonly serviceAccount?: { readonly uid: string; readonly name: string; readonly scopes: readonly string[] };
  /** Null if no password was ever set. */
  readonly credentialUpdatedAt: Instant | null;
}

/** First and last name, as printed. */
export const fullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim();
