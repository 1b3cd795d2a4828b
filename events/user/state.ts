import type { Actor } from '#events/actor.ts';
import type { E } from '#events/catalogue.ts';
import type { Change, Named } from '#events/common.ts';
import type { Evolution } from '#events/decider.ts';
import type { Instant } from '#events/time.ts';
import type { Absence, Grant } from '#events/user/duties.ts';
import {
  role as roles,
  type AuthenticatorKind,
  type IdentityHow,
  type Role,
  type userEvents,
  type UserStatus,
} from '#events/user/events.ts';

export type UserEventType = keyof typeof userEvents;
export type UserEvent = E<UserEventType>;
type Data<T extends UserEventType> = E<T>['data'];

/** A second factor that is enrolled and was not revoked. */
export interface Authenticator {
  readonly uid: string;
  readonly kind: AuthenticatorKind;
  readonly credentialId: string | null;
  readonly publicKey: string | null;
}

export interface User {
  readonly kind: 'user';
  readonly uid: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role;
  readonly departments: readonly Named[];
  readonly status: UserStatus;
  /** Functions that were granted and not withdrawn; the last day of one may be past. One grant a function. */
  readonly grants: readonly Grant[];
  /** Absences that were declared and not ended; the last day of one may be past. */
  readonly absences: readonly Absence[];
  readonly manager: Named | null;
  /** Invited again after a deactivation: the answer to the code is a reconfirmation. */
  readonly reactivated: boolean;
  readonly statementAccepted: boolean;
  /** How the identity was verified; null also for people who were there before the setting. */
  readonly identity: IdentityHow | null;
  /** Uids of the admins and programs who changed the address or reset the factor since the identity was verified. */
  readonly identityChangedBy: readonly string[];
  readonly authenticators: readonly Authenticator[];
  /** The account at the organisation's issuer, once the person has signed in there. */
  readonly directory: { readonly issuer: string; readonly subject: string } | null;
  /** The address that was asked for last, until it is confirmed. */
  readonly pendingEmail: {
    readonly address: string;
    readonly until: Instant;
    readonly cancelled: boolean;
    /** The uid of the person or program that asked for it. */
    readonly by: string | null;
    readonly byProgram: boolean;
  } | null;
}

export type UserState = { readonly kind: 'absent' } | User;

export const initialState: UserState = { kind: 'absent' };

const arrived = (data: Data<'UserRegistered' | 'UserInvited'>, status: UserStatus): User => ({
  kind: 'user',
  uid: data.user,
  firstName: data.firstName,
  lastName: data.lastName,
  email: data.email,
  role: data.role,
  departments: data.departments,
  grants: [],
  absences: [],
  manager: null,
  status,
  reactivated: false,
  statementAccepted: false,
  identity: null,
  identityChangedBy: [],
  authenticators: [],
  directory: null,
  pendingEmail: null,
});

function edit(user: User, { field, new: value }: Change): User {
  switch (field) {
    case 'firstName':
    case 'lastName':
      return { ...user, [field]: value ?? '' };
    case 'role':
      return { ...user, role: roles.safeParse(value).data ?? user.role };
    default:
      return user;
  }
}

/** Who the person is has to be verified again, by somebody else than who caused that. */
const unverified = (user: User, by: string | null): User => ({
  ...user,
  identity: null,
  identityChangedBy: by === null ? user.identityChangedBy : [...new Set([...user.identityChangedBy, by])],
});

const without = ({ grants }: User, uid: string): Grant[] => grants.filter((grant) => grant.function.uid !== uid);

const changes: {
  [T in Exclude<UserEventType, 'UserRegistered' | 'UserInvited' | 'PersonImported'>]: (
    user: User,
    data: Data<T>,
    by: string | null,
    byProgram: boolean,
  ) => User;
} = {
  UserConfirmed: (user) => ({ ...user, status: 'ACTIVE' }),
  UserReconfirmed: (user) => ({ ...user, status: 'ACTIVE', reactivated: false }),
  UserEdited: (user, data) => ({ ...data.changes.reduce(edit, user), departments: data.departments }),
  UserDeactivated: (user) => ({ ...user, status: 'INACTIVE', pendingEmail: null }),
  UserReactivated: (user) => ({ ...user, status: 'INVITED', reactivated: true, directory: null }),
  VerificationCodeIssued: (user) => user,
  PasswordSet: (user) => user,
  IdentityVerified: (user, { how }) => ({ ...user, identity: how, identityChangedBy: [] }),
  EmailChangeRequested: (user, data, by, byProgram) => ({
    ...user,
    pendingEmail: { address: data.new, until: data.codeExpiresAt, cancelled: false, by, byProgram },
  }),
  EmailChangeCancelled: (user) => ({
    ...user,
    pendingEmail: user.pendingEmail && { ...user.pendingEmail, cancelled: true },
  }),
  EmailChanged: (user, data) => ({
    ...unverified(user, user.pendingEmail?.by ?? null),
    email: data.new,
    pendingEmail: null,
  }),
  AuthenticatorEnrolled: (user, { authenticator, kind, credentialId, publicKey }) => ({
    ...user,
    authenticators: [...user.authenticators, { uid: authenticator, kind, credentialId, publicKey }],
  }),
  AuthenticatorRevoked: (user, { authenticator, because }, by) => ({
    ...(because === 'reset_by_admin' ? unverified(user, by) : user),
    authenticators: user.authenticators.filter(({ uid }) => uid !== authenticator),
  }),
  RecoveryCodesIssued: (user) => user,
  DirectoryLinked: (user, { issuer, subject }) => ({ ...user, directory: { issuer, subject } }),
  DirectoryUnlinked: (user, _data, by) => ({ ...unverified(user, by), directory: null }),
  SignatureStatementAccepted: (user) => ({ ...user, statementAccepted: true }),
  FunctionGranted: (user, { function: granted, from, until }) => ({
    ...user,
    grants: [...without(user, granted.uid), { function: granted, from, until }],
  }),
  FunctionWithdrawn: (user, data) => ({ ...user, grants: without(user, data.function.uid) }),
  AbsenceDeclared: (user, { absence, from, until, deputy }) => ({
    ...user,
    absences: [...user.absences, { uid: absence, from, until, deputy }],
  }),
  AbsenceEnded: (user, { absence }) => ({ ...user, absences: user.absences.filter(({ uid }) => uid !== absence) }),
  UserManagerChanged: (user, data) => ({ ...user, manager: data.new }),
};

/** What an admin does that voids the verification of a person's identity (rules.md section 5). */
export const voidsIdentity = (event: E): boolean =>
  event.type === 'EmailChanged' || (event.type === 'AuthenticatorRevoked' && event.data.because === 'reset_by_admin');

/** Folds one event of stream `user-<uid>`. Never fails. */
export function evolve(state: UserState, event: UserEvent & { readonly actor?: Actor }): UserState {
  if (event.type === 'UserRegistered') return arrived(event.data, 'ACTIVE');
  if (event.type === 'UserInvited') return arrived(event.data, 'INVITED');
  // Who left before has no account: nothing can be done with one.
  if (state.kind === 'absent' || event.type === 'PersonImported') return state;
  const change = changes[event.type] as (
    user: User,
    data: UserEvent['data'],
    by: string | null,
    byProgram: boolean,
  ) => User;
  const { actor } = event;
  const byProgram = actor?.kind === 'service_account';
  return change(state, event.data, actor?.kind === 'user' || byProgram ? actor.uid : null, byProgram);
}

/** Stream `user-<uid>`. */
export const userEvolution: Evolution<UserEvent, UserState> = { initialState, evolve };
