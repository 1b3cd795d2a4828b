import { fold } from '#events/decider.ts';
import type { ProfileDetails } from '#events/user/commands.ts';
import type { UserStatus } from '#events/user/events.ts';
import type { UserEvent } from '#events/user/state.ts';
import { admin, author, employee, now, quality, system, uidOf } from '#tests/deciders/people.ts';
import { type UserCommand, userDecider } from '#tests/deciders/rules.ts';

type EditUser = Extract<UserCommand, { type: 'EditUser' }>;
type InviteUser = Extract<UserCommand, { type: 'InviteUser' }>;

export const user = uidOf(50);
export const details: ProfileDetails = {
  firstName: 'Mara',
  lastName: 'Lindqvist',
  email: 'Mara.Lindqvist@Example.test ',
  role: 'AUTHOR',
  departments: [quality],
};
export const invite: InviteUser = {
  type: 'InviteUser',
  principal: admin,
  now,
  user,
  details,
  emailInUse: false,
  domains: null,
  invitationDays: 1,
};
const profile = { ...details, user, email: 'mara.lindqvist@example.test', departments: [quality] };
export const codeExpiresAt = '2026-03-13T14:05:00.000Z';

export const invited: UserEvent = { type: 'UserInvited', data: { ...profile, codeExpiresAt } };
const confirmed: UserEvent = { type: 'UserConfirmed', data: { user } };
export const deactivated: UserEvent = { type: 'UserDeactivated', data: { user, fromStatus: 'ACTIVE', reason: null } };
export const reactivated: UserEvent = { type: 'UserReactivated', data: { user, codeExpiresAt, reason: null } };
export const active = (role: ProfileDetails['role'] = 'AUTHOR'): UserEvent[] => [
  { type: 'UserInvited', data: { ...profile, role, codeExpiresAt } },
  confirmed,
];
export const lives: Record<UserStatus, UserEvent[]> = {
  INVITED: [invited],
  ACTIVE: active(),
  INACTIVE: [...active(), deactivated],
};

/** The profile as the edit form gives it when nothing is changed. */
export const { email: _address, ...unchanged } = details;
export const edit: EditUser = {
  type: 'EditUser',
  principal: admin,
  details: { ...unchanged, lastName: 'Berg' },
  reason: 'Married.',
  now,
  otherActiveAdmins: 1,
  isLocalAdmin: false,
};
const self = { ...employee, uid: user };
export const app = { uid: uidOf(51), kind: 'totp', credentialId: null, publicKey: null, model: null } as const;
export const unit = { uid: uidOf(52), name: 'Quality unit' };
const own = { ...author, uid: user };
const asked = { principal: admin, now, today: '2026-03-12' };
const activePerson = fold(userDecider, active());
if (activePerson.kind === 'absent') throw new Error('Nobody to stand in');
export const deputy = { ...activePerson, uid: uidOf(54) };

/** One sound command of each type, by somebody who may give it. */
export const commands: { [T in UserCommand['type']]: Extract<UserCommand, { type: T }> } = {
  RegisterUser: {
    type: 'RegisterUser',
    principal: system,
    now,
    user,
    details: { ...details, role: 'ADMIN', departments: [] },
    through: 'setup',
    emailInUse: false,
  },
  InviteUser: invite,
  ConfirmAccount: { type: 'ConfirmAccount', now, code: 'right', passwordAccepted: true },
  EditUser: edit,
  DeactivateUser: {
    type: 'DeactivateUser',
    principal: admin,
    now,
    reason: null,
    otherActiveAdmins: 1,
    isLocalAdmin: false,
  },
  ReactivateUser: { type: 'ReactivateUser', principal: admin, now, reason: null, invitationDays: 1 },
  VerifyIdentity: {
    type: 'VerifyIdentity',
    principal: admin,
    now,
    how: 'in_person',
    programs: [],
    byUnverified: false,
  },
  IssueCode: { type: 'IssueCode', now, purpose: 'confirm', invitationDays: 1 },
  ResendInvitation: { type: 'ResendInvitation', principal: admin, now, invitationDays: 1 },
  RequestEmailChange: {
    type: 'RequestEmailChange',
    principal: admin,
    now,
    email: 'Mara.Berg@Example.test ',
    emailInUse: false,
    domains: null,
    reason: null,
  },
  CancelEmailChange: { type: 'CancelEmailChange', principal: admin, now, reason: null },
  ConfirmEmail: {
    type: 'ConfirmEmail',
    now,
    email: 'mara.berg@example.test',
    emailInUse: false,
    invitationDays: 1,
    by: null,
  },
  LinkDirectory: { type: 'LinkDirectory', now, issuer: 'https://login.example.test', subject: 'mara' },
  UnlinkDirectory: { type: 'UnlinkDirectory', now, principal: admin, reason: 'The directory has made a new account.' },
  SetPassword: { type: 'SetPassword', now, how: 'changed' },
  AcceptSignatureStatement: {
    type: 'AcceptSignatureStatement',
    now,
    principal: self,
    statement: 'I agree.',
  },
  EnrolAuthenticator: { type: 'EnrolAuthenticator', now, principal: self, authenticator: app },
  RemoveAuthenticator: {
    type: 'RemoveAuthenticator',
    now,
    principal: self,
    authenticator: app.uid,
    required: false,
  },
  ResetSecondFactor: { type: 'ResetSecondFactor', now, principal: admin, reason: 'The phone was lost.' },
  IssueRecoveryCodes: { type: 'IssueRecoveryCodes', now, principal: self },
  GrantFunction: {
    type: 'GrantFunction',
    ...asked,
    function: { ...unit, retired: false },
    from: '2026-03-12',
    until: null,
    reason: null,
  },
  WithdrawFunction: { type: 'WithdrawFunction', ...asked, function: unit.uid, reason: 'Moved to production.' },
  DeclareAbsence: {
    type: 'DeclareAbsence',
    ...asked,
    principal: own,
    absence: uidOf(53),
    standsIn: [],
    from: '2026-03-12',
    until: '2026-03-20',
    deputy,
    reason: null,
  },
  EndAbsence: { type: 'EndAbsence', ...asked, principal: own, absence: uidOf(53), reason: null },
};
