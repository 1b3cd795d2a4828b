import type { accessEvents, emailEvents, userEvents, UserStatus } from '#events/user/events.ts';
import type { dutyEvents } from '#events/user/duty-events.ts';
import { presetOfControls } from '#events/organisation/controls.ts';
import { secondFactorOf } from '#events/organisation/second-factor.ts';
import { roleLabel } from '#events/user/role.ts';
import { userStatusLabel } from '#events/user/status.ts';
import type { departmentEvents, functionalAreaEvents, organisationEvents } from '#events/organisation/events.ts';
import type { serviceAccountEvents } from '#events/service-account/events.ts';
import type { Descriptions } from '#app/kit/words/event-description.ts';
import { changed, describeChanges, identityWords, list, namedChanges, sentenceCase } from '#app/kit/words/phrases.ts';
import { presetWords, recordedSetting } from '#app/organisation/words/setting-words.ts';
import { emailName } from '#app/kit/words/email-names.ts';
import { showMoment } from '#app/ui/text/date.ts';
import { inDigits } from '#app/ui/text/count.ts';

const signInFailures = {
  wrong_email: "with an email address that is not the person's own",
  wrong_password: 'with a wrong password',
  wrong_code: 'with a wrong one-time code',
  locked: 'while the account was locked',
  not_active: 'while the account was not active',
  password_expired: 'with an expired password',
  single_sign_on_required: 'with a password, though the organisation signs in with single sign-on',
  reported_by_client: 'as a client reported',
} as const;
const signingFailures = {
  wrong_email: "with an email address that is not the signer's own",
  wrong_password: 'with a wrong password',
  wrong_code: 'with a wrong one-time code',
  wrong_passkey: 'with a passkey’s answer that was not accepted',
  locked: 'while the account was locked',
  address_limited: 'after too many failed attempts from one network address',
  reauthentication_stale: 'with an earlier sign-in: the issuer did not ask again',
  reauthentication_of_another: "with an account of the directory that is not the signer's own",
  reauthentication_invalid: 'with an answer of the issuer that could not be verified',
} as const;

const signInNotes = {
  password: null,
  password_and_code: 'With password and one-time code.',
  password_and_recovery_code: 'With password and a recovery code.',
  single_sign_on: 'With single sign-on.',
} as const;

const authenticatorWords = { totp: 'an authenticator app', passkey: 'a passkey' } as const;

const endedBecause = {
  password_changed: 'because the password was changed',
  deactivated: 'because the account was deactivated',
  role_changed: 'because the role was changed',
  signed_out_everywhere: 'by signing out everywhere',
  ended_by_admin: 'by an admin',
  factor_reset: 'because the second factor was reset',
  directory_unlinked: 'because the account of the directory was unlinked',
  ways_in_changed: 'because people sign in another way from then on',
} as const;

const expiredBecause = {
  idle: 'after the idle timeout',
  absolute: 'after its longest duration',
} as const;

const statusChange = (from: UserStatus | null, to: UserStatus) =>
  changed('Status', from && userStatusLabel(from), userStatusLabel(to));

type Types = keyof (typeof organisationEvents &
  typeof departmentEvents &
  typeof functionalAreaEvents &
  typeof serviceAccountEvents &
  Omit<typeof userEvents, keyof typeof dutyEvents> &
  typeof accessEvents &
  typeof emailEvents);

/** The events of the organisation, its departments and its people, in words. */
export const peopleDescriptions: Descriptions<Types> = {
  OrganisationCreated: ({ name, settings, timesSimulated }) => ({
    sentence: `set up the organisation ${name}`,
    note:
      [
        settings.controls && `Controls: ${presetWords(presetOfControls(settings.controls), secondFactorOf(settings))}.`,
        timesSimulated && 'A demonstration, whose past is simulated.',
      ]
        .filter(Boolean)
        .join(' ') || null,
  }),
  OrganisationSettingsChanged: ({ changes, reason }) => ({
    sentence: "changed the organisation's settings",
    changes: describeChanges(
      changes.map((one) => (one.field === 'name' ? { ...one, field: 'Organisation' } : one)),
      recordedSetting,
    ),
    reason,
  }),
  EarlierPeopleVerified: ({ people: verified }, { person }) => ({
    sentence: 'recorded the identity of people who were there before as verified',
    people: [
      {
        fact: identityWords.earlier,
        names: verified.filter(({ uid }) => person === undefined || uid === person).map(({ name }) => name),
      },
    ],
  }),
  OrganisationExported: ({ size }) => ({
    sentence: 'exported the organisation',
    note: `An archive at the checkpoint of ${inDigits(size)}.`,
  }),
  OrganisationImported: ({ size, archive }) => ({
    sentence: 'imported the organisation into another installation',
    note:
      `From the archive ${archive.slice(0, 16)}… at the checkpoint of ${inDigits(size)}. ` +
      'Passwords, second factors and tokens stayed behind.',
  }),
  ClockMovedBack: ({ lastRecordedAt, serverTime }) => ({
    subject: 'The server',
    sentence: 'had its clock set back',
    changes: [changed('Time', lastRecordedAt, serverTime)],
  }),
  DepartmentCreated: ({ name }) => ({ sentence: `created the department ${name}` }),
  DepartmentRenamed: (data) => ({
    sentence: `renamed the department ${data.old}`,
    changes: [changed('Name', data.old, data.new)],
    reason: data.reason,
  }),
  FunctionalAreaCreated: ({ name }) => ({ sentence: `created the functional area ${name}` }),
  FunctionalAreaRenamed: (data) => ({
    sentence: `renamed the functional area ${data.old}`,
    changes: [changed('Name', data.old, data.new)],
    reason: data.reason,
  }),
  FunctionalAreaRetired: ({ name, reason }) => ({ sentence: `retired the functional area ${name}`, reason }),
  FunctionalAreaReinstated: ({ name, reason }) => ({
    sentence: `took the functional area ${name} back into use`,
    reason,
  }),

  ServiceAccountCreated: (data) => ({
    sentence: `created the service account ${data.name}`,
    note:
      `Owner: ${data.owner.name}. Scopes: ${data.scopes.join(', ')}. Expires ${showMoment(data.expiresAt)}. ` +
      `Networks: ${data.networks.length === 0 ? 'any' : data.networks.join(', ')}.`,
  }),
  ServiceAccountRotated: ({ name, reason }) => ({
    sentence: `gave the service account ${name} another token`,
    reason,
  }),
  ServiceAccountRevoked: ({ name, reason }) => ({ sentence: `revoked the service account ${name}`, reason }),

  UserRegistered: (data) => ({
    sentence: `registered ${data.firstName} ${data.lastName}`,
    note:
      `${data.email}, ${roleLabel(data.role)}. ` +
      `Through the ${data.through === 'setup' ? 'set-up page' : 'console'}.`,
  }),
  UserInvited: (data) => ({
    sentence: `invited ${data.firstName} ${data.lastName}`,
    note: `${data.email}, ${roleLabel(data.role)}. Departments: ${list(data.departments)}.`,
  }),
  PersonImported: ({ firstName, lastName, staffNumber }) => ({
    sentence: 'imported a person who left before',
    changes: [
      changed('Name', null, `${firstName} ${lastName}`),
      ...(staffNumber ? [changed('Staff number', null, staffNumber)] : []),
    ],
  }),
  UserConfirmed: () => ({ sentence: 'confirmed the account', changes: [statusChange('INVITED', 'ACTIVE')] }),
  UserReconfirmed: () => ({
    sentence: 'confirmed the account again',
    changes: [statusChange('INVITED', 'ACTIVE')],
  }),
  UserEdited: (data, { personName }) => ({
    sentence: `changed the profile of ${personName(data.user)}`,
    changes: [
      ...describeChanges(data.changes),
      ...namedChanges('Department', data.departmentsAdded, data.departmentsRemoved),
    ],
    reason: data.reason,
  }),
  UserDeactivated: ({ user, fromStatus, reason }, { personName }) => ({
    sentence: `deactivated ${personName(user)}`,
    changes: [statusChange(fromStatus, 'INACTIVE')],
    reason,
  }),
  UserReactivated: ({ user, reason }, { personName }) => ({
    sentence: `reactivated ${personName(user)}`,
    changes: [statusChange('INACTIVE', 'INVITED')],
    reason,
  }),
  VerificationCodeIssued: ({ user, purpose, expiresAt, moved }, { personName }) => ({
    sentence: `had a ${purpose === 'reset' ? 'reset' : 'verification'} code sent to ${personName(user)}`,
    note: `${moved ? 'The organisation was imported here. ' : ''}Valid until ${showMoment(expiresAt)}.`,
  }),
  PasswordSet: ({ how }) => ({
    sentence: how === 'changed' ? 'changed the password' : how === 'reset' ? 'reset the password' : 'set a password',
  }),
  IdentityVerified: ({ user, how }, { personName }) => ({
    sentence: `recorded the identity of ${personName(user)} as verified`,
    note: `${identityWords[how]}.`,
  }),
  EmailChangeRequested: ({ user, old, new: wanted, codeExpiresAt, reason }, { personName }) => ({
    sentence: `asked for another email address of ${personName(user)}`,
    note:
      `From ${old} to ${wanted}, once it is confirmed with the code sent there, until ` +
      `${showMoment(codeExpiresAt)}.`,
    reason,
  }),
  EmailChangeCancelled: ({ user, old, new: given, reason }, { personName }) => ({
    sentence: `cancelled the change of the email address of ${personName(user)}`,
    note: `It stays ${old} and does not become ${given}.`,
    reason,
  }),
  EmailChanged: ({ old, new: confirmed }) => ({
    sentence: 'confirmed a new email address',
    changes: [changed('Email', old, confirmed)],
  }),
  AuthenticatorEnrolled: ({ kind, model }) => ({
    sentence: `set up ${authenticatorWords[kind]}`,
    note: model && `${model}.`,
  }),
  AuthenticatorRevoked: ({ user, kind, because, reason }, { personName }) => ({
    sentence:
      because === 'reset_by_admin'
        ? `reset the second factor of ${personName(user)}`
        : `${because} ${authenticatorWords[kind]}`,
    reason,
  }),
  RecoveryCodesIssued: () => ({ sentence: 'made new recovery codes', note: 'Earlier ones stopped working.' }),
  DirectoryLinked: ({ issuer, subject }) => ({
    sentence: 'signed in with single sign-on for the first time',
    note: `The account ${subject} of ${issuer} is linked from now on.`,
  }),
  DirectoryUnlinked: ({ user, issuer, subject, reason }, { personName }) => ({
    sentence: `unlinked ${personName(user)} from an account of the directory`,
    note: `The account ${subject} of ${issuer} is no longer theirs. Their next sign-in links them anew.`,
    reason,
  }),
  SignatureStatementAccepted: ({ statement }) => ({
    sentence: 'accepted the statement on electronic signatures',
    note: statement,
  }),
  UserSignedIn: ({ door, method }) => ({
    sentence: door === 'screen' ? 'signed in' : 'signed in through the API',
    note: signInNotes[method],
  }),
  BreakGlassUsed: ({ user }, { personName }) => ({
    subject: personName(user),
    sentence: 'signed in as the local admin, without single sign-on',
    note: 'All admins get an email about it.',
  }),
  UserSignedOut: ({ user }, { personName }) => ({ subject: personName(user), sentence: 'signed out' }),
  SignInFailed: ({ user, reason }, { personName, inSession }) => ({
    subject: 'Somebody',
    sentence: `failed to ${inSession ? 'confirm the identity of' : 'sign in as'} ${personName(user)}`,
    note: `Tried ${signInFailures[reason]}${inSession ? ', in an open session' : ''}.`,
  }),
  UserLockedOut: ({ user, until, tries }, { personName }) => ({
    subject: 'The system',
    sentence: `locked the account of ${personName(user)}`,
    note:
      (until ? `Until ${showMoment(until)}.` : 'Until an admin unlocks it.') +
      (tries === 'session' ? ' The failures were in an open session.' : ''),
  }),
  AccountUnlocked: ({ user, reason }, { personName }) => ({
    sentence: `unlocked the account of ${personName(user)}`,
    reason,
  }),
  SignatureCredentialRefused: ({ reason }, { actor }) => ({
    subject: `${actor}'s`,
    sentence: 'signing attempt failed',
    note: `Tried ${signingFailures[reason]}.`,
  }),
  SessionExpired: ({ user, because, endedAt }, { personName }) => ({
    subject: 'The system',
    sentence: `ended a session of ${personName(user)}`,
    note: `It ended on ${showMoment(endedAt)}, ${expiredBecause[because]}.`,
  }),
  SessionsEnded: ({ user, because, count, reason }, { personName }) => {
    const sessions = count === 1 ? 'one session' : `${count} sessions`;
    // People change their own password and end their own sessions.
    const byAnAdmin = because !== 'password_changed' && because !== 'signed_out_everywhere';
    return {
      sentence: byAnAdmin ? `ended ${sessions} of ${personName(user)}` : `ended ${sessions}`,
      note: because === 'ended_by_admin' ? null : sentenceCase(`${endedBecause[because]}.`),
      reason,
    };
  },
  EmailSentAgain: ({ user, template, refusal }, { personName }) => ({
    sentence: `had ${emailName(template)} sent to ${personName(user)} again`,
    note: `The receiving server had refused it: ${refusal}`,
  }),
};
