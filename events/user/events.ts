import { z } from 'zod';
import { change, instant, named, uid } from '#events/common.ts';

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

/** Stream `user-<uid>`: the person in the organisation. Passwords, codes and tokens never become events. */
export const userEvents = {
  /** The organisation's first admin, made by the set-up page or the console: ACTIVE at once. */
  UserRegistered: z.object({ ...profile, through: z.enum(['setup', 'console']) }),
  UserInvited: z.object({ ...profile, codeExpiresAt: instant }),
  UserConfirmed: z.object({ user: uid }),
  UserReconfirmed: z.object({ user: uid }),
  /** firstName, lastName and role as changes; departments as lists. */
  UserEdited: z.object({
    user: uid,
    changes: z.array(change),
    departments: z.array(named),
    departmentsAdded: z.array(named),
    departmentsRemoved: z.array(named),
    /** Null where none was given. */
    reason: z.string().nullable(),
  }),
  /** `fromStatus` is null where version 1 did not say it. */
  UserDeactivated: z.object({
    user: uid,
    fromStatus: userStatus.exclude(['INACTIVE']).nullable(),
    reason: z.string().nullable(),
  }),
  UserReactivated: z.object({ user: uid, codeExpiresAt: instant, reason: z.string().nullable() }),
  VerificationCodeIssued: z.object({
    user: uid,
    purpose: z.enum(['confirm', 'reconfirm', 'reset']),
    expiresAt: instant,
  }),
  PasswordSet: z.object({ user: uid, how: z.enum(['registered', 'confirmed', 'reconfirmed', 'changed', 'reset']) }),
  /** 21 CFR 11.100(b): who the person is was verified, which signing needs with the setting `identityVerified`. */
  IdentityVerified: z.object({ user: uid, how: identityHow }),
  /** 21 CFR 11.10(j): accepted once, before the first signature. */
  SignatureStatementAccepted: z.object({ user: uid, statement: z.string() }),
} as const;

/** Stream `access-<userUid>`: each sign-in, sign-out and failure, none left out. */
export const accessEvents = {
  UserSignedIn: z.object({ user: uid, session: z.string(), door: z.enum(['screen', 'call']) }),
  UserSignedOut: z.object({ user: uid, session: z.string() }),
  SignInFailed: z.object({
    user: uid,
    reason: z.enum(['wrong_email', 'wrong_password', 'locked', 'not_active', 'password_expired', 'reported_by_client']),
  }),
  UserLockedOut: z.object({ user: uid, until: instant }),
  SignatureCredentialRefused: z.object({
    user: uid,
    document: uid,
    reason: z.enum(['wrong_email', 'wrong_password', 'locked', 'address_limited']),
  }),
  SessionsEnded: z.object({
    user: uid,
    because: z.enum(['password_changed', 'deactivated', 'role_changed', 'signed_out_everywhere']),
    count: z.number().int(),
  }),
} as const;
