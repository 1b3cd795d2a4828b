import { z } from 'zod';
import { change, instant, named, uid } from '#events/common.ts';
import { event, never, people } from '#events/event.ts';
import { dutyEvents } from '#events/user/duty-events.ts';

/** Stored roles. `USER` of old data is read as EMPLOYEE by the catalogue and never written. */
export const role = z.enum(['ADMIN', 'AUTHOR', 'EMPLOYEE', 'SUPER_ADMIN']);
export type Role = z.infer<typeof role>;

export const userStatus = z.enum(['ACTIVE', 'INACTIVE', 'INVITED']);
export type UserStatus = z.infer<typeof userStatus>;

const profile = {
  user: uid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role,
  departments: z.array(named),
};

/** How an admin saw who somebody is; `set_up` is the first admin, who could read the console. */
export const identityHow = z.enum(['in_person', 'document', 'personnel_office', 'set_up']);
export type IdentityHow = z.infer<typeof identityHow>;

/** What a person has, beside the password: an app that shows one-time codes (RFC 6238), or a passkey (WebAuthn). */
export const authenticatorKind = z.enum(['totp', 'passkey']);
export type AuthenticatorKind = z.infer<typeof authenticatorKind>;

const authenticator = { user: uid, authenticator: uid, kind: authenticatorKind };

/** Stream `user-<uid>`: the person in the organisation. Passwords, codes and tokens never become events. */
export const userEvents = {
  /** The organisation's first admin, made by the set-up page or the console: ACTIVE at once. */
  UserRegistered: event(null, never, { ...profile, through: z.enum(['setup', 'console']) }),
  UserInvited: event('user.invite', people, { ...profile, codeExpiresAt: instant }),
  UserConfirmed: event(null, never, { user: uid }),
  UserReconfirmed: event(null, never, { user: uid }),
  /** firstName, lastName and role as changes; departments as lists. */
  UserEdited: event('user.edit', people, {
    user: uid,
    changes: z.array(change),
    departments: z.array(named),
    departmentsAdded: z.array(named),
    departmentsRemoved: z.array(named),
    /** Null where none was given. */
    reason: z.string().nullable(),
  }),
  /** `fromStatus` is null where version 1 did not say it. */
  UserDeactivated: event('user.deactivate', people, {
    user: uid,
    fromStatus: userStatus.exclude(['INACTIVE']).nullable(),
    reason: z.string().nullable(),
  }),
  UserReactivated: event('user.reactivate', people, {
    user: uid,
    codeExpiresAt: instant,
    reason: z.string().nullable(),
  }),
  VerificationCodeIssued: event(null, people, {
    user: uid,
    purpose: z.enum(['confirm', 'reconfirm', 'reset']),
    expiresAt: instant,
    /** The organisation was imported into another installation, where nobody has a password yet. */
    moved: z.literal(true).optional(),
  }),
  PasswordSet: event(null, never, {
    user: uid,
    how: z.enum(['registered', 'confirmed', 'reconfirmed', 'changed', 'reset']),
  }),
  /** 21 CFR 11.100(b): who the person is was verified, which signing needs with the setting `identityVerified`. */
  IdentityVerified: event('user.verify_identity', never, { user: uid, how: identityHow }),
  /** An admin asks for another address. It counts once the person has confirmed it with the code sent there. */
  EmailChangeRequested: event('user.change_email', people, {
    user: uid,
    old: z.string(),
    new: z.string(),
    codeExpiresAt: instant,
    reason: z.string().nullable(),
  }),
  /** The person or an admin gives the request up. Its code confirms nothing from now on. */
  EmailChangeCancelled: event(null, people, {
    user: uid,
    old: z.string(),
    new: z.string(),
    reason: z.string().nullable(),
  }),
  EmailChanged: event(null, never, { user: uid, old: z.string(), new: z.string() }),
  /**
   * A second factor of the person, enrolled by nobody else. Credential id, public key (both base64url) and model are a
   * passkey's; the secret of one-time codes never becomes an event.
   */
  AuthenticatorEnrolled: event(null, never, {
    ...authenticator,
    credentialId: z.string().nullable(),
    publicKey: z.string().nullable(),
    model: z.string().nullable(),
  }),
  /** Removed or replaced by the person, or reset by an admin, who gives a reason. */
  AuthenticatorRevoked: event(null, never, {
    ...authenticator,
    because: z.enum(['replaced', 'removed', 'reset_by_admin']),
    reason: z.string().nullable(),
  }),
  /** Ten new recovery codes; those before count no more. */
  RecoveryCodesIssued: event(null, never, { user: uid }),
  /** The account at the organisation's issuer, at the first sign-in through it. */
  DirectoryLinked: event(null, never, { user: uid, issuer: z.string(), subject: z.string() }),
  /** An admin ends the link, for instance where the directory gave the person another account. */
  DirectoryUnlinked: event(null, never, { user: uid, issuer: z.string(), subject: z.string(), reason: z.string() }),
  /** 21 CFR 11.10(j): accepted once, before the first signature. */
  SignatureStatementAccepted: event(null, never, { user: uid, statement: z.string() }),
  /** Somebody who left before: named in an imported library, INACTIVE, without account and address. */
  PersonImported: event(null, never, {
    user: uid,
    firstName: z.string(),
    lastName: z.string(),
    staffNumber: z.string().nullable(),
    import: uid,
  }),
  ...dutyEvents,
} as const;

/** What was checked at a sign-in. */
export const signInMethod = z.enum(['password', 'password_and_code', 'password_and_recovery_code', 'single_sign_on']);
export type SignInMethod = z.infer<typeof signInMethod>;

/** Stream `access-<userUid>`: each sign-in, sign-out and failure, none left out. */
export const accessEvents = {
  UserSignedIn: event(null, never, {
    user: uid,
    session: z.string(),
    door: z.enum(['screen', 'call']),
    method: signInMethod,
  }),
  /** The local admin signed in with a password where the organisation uses single sign-on. */
  BreakGlassUsed: event(null, never, { user: uid, session: z.string() }),
  UserSignedOut: event(null, never, { user: uid, session: z.string() }),
  SignInFailed: event(null, never, {
    user: uid,
    reason: z.enum([
      'wrong_email',
      'wrong_password',
      'wrong_code',
      'locked',
      'not_active',
      'password_expired',
      'single_sign_on_required',
      'reported_by_client',
    ]),
  }),
  /**
   * `until` is null where only an admin ends the lock. `tries` says where the failures were typed: at the sign-in page,
   * or in a session of the person; null where version 1 did not say it.
   */
  UserLockedOut: event(null, never, {
    user: uid,
    until: instant.nullable(),
    tries: z.enum(['sign_in', 'session']).nullable(),
  }),
  AccountUnlocked: event(null, never, { user: uid, reason: z.string().nullable() }),
  SignatureCredentialRefused: event(null, never, {
    user: uid,
    document: uid,
    reason: z.enum([
      'wrong_email',
      'wrong_password',
      'wrong_code',
      'wrong_passkey',
      'locked',
      'address_limited',
      'reauthentication_stale',
      'reauthentication_of_another',
      'reauthentication_invalid',
    ]),
  }),
  /** A session that ended without anybody's act; `endedAt` is earlier than the event. */
  SessionExpired: event(null, never, {
    user: uid,
    session: z.string(),
    because: z.enum(['idle', 'absolute']),
    endedAt: instant,
  }),
  /** `sessions` is null where version 1 did not name them. */
  SessionsEnded: event(null, people, {
    user: uid,
    because: z.enum([
      'password_changed',
      'deactivated',
      'role_changed',
      'signed_out_everywhere',
      'ended_by_admin',
      'factor_reset',
      'directory_unlinked',
      'ways_in_changed',
    ]),
    count: z.number().int(),
    sessions: z.array(z.string()).nullable(),
    reason: z.string().nullable(),
  }),
} as const;

/** Stream `emails-<userUid>`. */
export const emailEvents = {
  /** An email that the receiving server had refused for good is sent anew. `key` names the refused one. */
  EmailSentAgain: event(null, people, {
    user: uid,
    key: z.string(),
    template: z.string(),
    documents: z.array(uid),
    refusal: z.string(),
  }),
} as const;
