import type { Named } from '#events/common.ts';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import type { ListChoice, ListName } from '#app/preferences/list-choice.ts';
import type { Role } from '#events/user/events.ts';

/** The signed-in person, read again at each request: role and status are those of now. */
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
  /** How many events the organisation's ledger had when the person was read, in decimal. */
  readonly position: string;
  /** How the person last looked at each list, as address parameters. */
  readonly listChoices: Readonly<Partial<Record<ListName, ListChoice>>>;
  /** The session's public id: a hash that cannot be used to sign in. */
  readonly session: string;
  /** ISO 8601 in UTC; null where no password was ever set. */
  readonly credentialUpdatedAt: string | null;
}

/** First plus last name, as it is printed. */
export const fullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim();
