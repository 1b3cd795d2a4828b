import { describe, expect, it } from 'vitest';
import { fold } from '#events/decider.ts';
import type { FailureCode } from '#events/failures.ts';
import { userStatus, type UserStatus } from '#events/user/events.ts';
import type { UserEvent } from '#events/user/state.ts';
import { admin, author, employee, superAdmin, system } from '#tests/deciders/people.ts';
import { type UserCommand, userDecider } from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';
import { active, commands, lives } from '#tests/deciders/user/user-world.ts';

const { given } = specify(userDecider);
const types = Object.keys(commands) as UserCommand['type'][];

type Outcome = readonly UserEvent['type'][] | FailureCode;
const matrix: Record<UserCommand['type'], Record<UserStatus | 'absent', Outcome>> = {
  RegisterUser: {
    absent: ['UserRegistered', 'PasswordSet'],
    INVITED: 'conflict',
    ACTIVE: 'conflict',
    INACTIVE: 'conflict',
  },
  InviteUser: { absent: ['UserInvited'], INVITED: 'conflict', ACTIVE: 'conflict', INACTIVE: 'conflict' },
  ConfirmAccount: {
    absent: 'not_found',
    INVITED: ['UserConfirmed', 'PasswordSet'],
    ACTIVE: 'already_confirmed',
    INACTIVE: 'code_wrong',
  },
  EditUser: { absent: 'not_found', INVITED: ['UserEdited'], ACTIVE: ['UserEdited'], INACTIVE: 'user_not_in_status' },
  DeactivateUser: {
    absent: 'not_found',
    INVITED: ['UserDeactivated'],
    ACTIVE: ['UserDeactivated'],
    INACTIVE: 'user_not_in_status',
  },
  ReactivateUser: {
    absent: 'not_found',
    INVITED: 'user_not_in_status',
    ACTIVE: 'user_not_in_status',
    INACTIVE: ['UserReactivated'],
  },
  VerifyIdentity: {
    absent: 'not_found',
    INVITED: ['IdentityVerified'],
    ACTIVE: ['IdentityVerified'],
    INACTIVE: 'user_not_in_status',
  },
  IssueCode: {
    absent: 'not_found',
    INVITED: ['VerificationCodeIssued'],
    ACTIVE: 'code_not_requestable',
    INACTIVE: 'code_not_requestable',
  },
  ResendInvitation: {
    absent: 'not_found',
    INVITED: ['VerificationCodeIssued'],
    ACTIVE: 'user_not_in_status',
    INACTIVE: 'user_not_in_status',
  },
  RequestEmailChange: {
    absent: 'not_found',
    INVITED: ['EmailChangeRequested'],
    ACTIVE: ['EmailChangeRequested'],
    INACTIVE: 'user_not_in_status',
  },
  // Without a request there is nothing to cancel or confirm: tests/people/access.test.ts.
  CancelEmailChange: {
    absent: 'not_found',
    INVITED: 'email_not_changing',
    ACTIVE: 'email_not_changing',
    INACTIVE: 'email_not_changing',
  },
  ConfirmEmail: { absent: 'not_found', INVITED: 'code_wrong', ACTIVE: 'code_wrong', INACTIVE: 'code_wrong' },
  LinkDirectory: {
    absent: 'not_found',
    INVITED: ['UserConfirmed', 'DirectoryLinked'],
    ACTIVE: ['DirectoryLinked'],
    INACTIVE: 'user_not_in_status',
  },
  // Without a link there is nothing to end: authenticators.test.ts.
  UnlinkDirectory: { absent: 'not_found', INVITED: [], ACTIVE: [], INACTIVE: [] },
  SetPassword: {
    absent: 'not_found',
    INVITED: 'user_not_in_status',
    ACTIVE: ['PasswordSet'],
    INACTIVE: 'user_not_in_status',
  },
  AcceptSignatureStatement: {
    absent: 'not_found',
    INVITED: 'not_allowed',
    ACTIVE: ['SignatureStatementAccepted'],
    INACTIVE: 'not_allowed',
  },
  EnrolAuthenticator: {
    absent: 'not_found',
    INVITED: 'not_allowed',
    ACTIVE: ['AuthenticatorEnrolled', 'RecoveryCodesIssued'],
    INACTIVE: 'not_allowed',
  },
  // Without a factor there is nothing to remove or reset: user.test.ts.
  RemoveAuthenticator: { absent: 'not_found', INVITED: 'not_allowed', ACTIVE: [], INACTIVE: 'not_allowed' },
  ResetSecondFactor: { absent: 'not_found', INVITED: [], ACTIVE: [], INACTIVE: [] },
  IssueRecoveryCodes: {
    absent: 'not_found',
    INVITED: 'not_allowed',
    ACTIVE: 'second_factor_missing',
    INACTIVE: 'not_allowed',
  },
  GrantFunction: {
    absent: 'not_found',
    INVITED: ['FunctionGranted'],
    ACTIVE: ['FunctionGranted'],
    INACTIVE: 'user_not_in_status',
  },
  // Without a grant or an absence there is nothing to withdraw or end: duties.test.ts.
  WithdrawFunction: {
    absent: 'not_found',
    INVITED: 'function_not_held',
    ACTIVE: 'function_not_held',
    INACTIVE: 'function_not_held',
  },
  DeclareAbsence: {
    absent: 'not_found',
    INVITED: 'user_not_in_status',
    ACTIVE: ['AbsenceDeclared'],
    INACTIVE: 'user_not_in_status',
  },
  EndAbsence: { absent: 'not_found', INVITED: 'absence_over', ACTIVE: 'absence_over', INACTIVE: 'absence_over' },
};

describe('[P11-10f] [A11-12c] every command in every status of a person', () => {
  for (const standing of ['absent', ...userStatus.options] as const) {
    it.each(types)(`${standing}: %s`, (type) => {
      const then = given(...(standing === 'absent' ? [] : lives[standing])).when(commands[type]);
      const outcome = matrix[type][standing];
      if (typeof outcome === 'string') then.thenRefused(outcome);
      else then.thenTypes(...outcome);
    });
  }
});

describe('[P11-10g] [A11-12a] who may', () => {
  it.each(['InviteUser', 'EditUser', 'DeactivateUser', 'ReactivateUser'] as const)('%s: admins alone', (type) => {
    const before = { InviteUser: [], EditUser: active(), DeactivateUser: active(), ReactivateUser: lives.INACTIVE }[
      type
    ];
    for (const principal of [author, employee, system, { ...admin, status: 'INACTIVE' as const }]) {
      given(...before)
        .when({ ...commands[type], principal } as UserCommand)
        .thenRefused('not_allowed');
    }
    for (const principal of [admin, superAdmin]) {
      expect(userDecider.decide({ ...commands[type], principal } as UserCommand, fold(userDecider, before)).ok).toBe(
        true,
      );
    }
  });

  it('registering is the system’s own, accepting the statement each one’s own', () => {
    given()
      .when({ ...commands.RegisterUser, principal: admin })
      .thenRefused('not_allowed');
    given(...active())
      .when({ ...commands.AcceptSignatureStatement, principal: admin })
      .thenRefused('not_allowed');
  });
});
