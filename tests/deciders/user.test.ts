import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EditUser, InviteUser, ProfileDetails, UserCommand } from '#events/user/commands.ts';
import { userDecider } from '#events/user/decide.ts';
import { isEmail, normaliseEmail } from '#events/user/email.ts';
import { userStatus, type UserStatus } from '#events/user/events.ts';
import { initials, printedName } from '#events/user/name.ts';
import { compareRoles, offeredRoles } from '#events/user/role.ts';
import type { UserEvent } from '#events/user/state.ts';
import type { FailureCode } from '#events/failures.ts';
import {
  admin,
  author,
  employee,
  laboratory,
  now,
  quality,
  superAdmin,
  system,
  tomorrow,
  uidOf,
  type Person,
} from '#tests/deciders/people.ts';
import { specify } from '#tests/deciders/specification.ts';

const { given } = specify(userDecider);
const user = uidOf(50);
const details: ProfileDetails = {
  firstName: 'Mara',
  lastName: 'Lindqvist',
  email: 'Mara.Lindqvist@Example.test ',
  role: 'AUTHOR',
  departments: [quality],
};
const invite: InviteUser = { type: 'InviteUser', principal: admin, now, user, details, emailInUse: false };
const profile = { ...details, user, email: 'mara.lindqvist@example.test', departments: [quality] };
const codeExpiresAt = '2026-03-13T14:05:00.000Z';

const invited: UserEvent = { type: 'UserInvited', data: { ...profile, codeExpiresAt } };
const confirmed: UserEvent = { type: 'UserConfirmed', data: { user } };
const deactivated: UserEvent = { type: 'UserDeactivated', data: { user, reason: null } };
const reactivated: UserEvent = { type: 'UserReactivated', data: { user, codeExpiresAt } };
const active = (role: ProfileDetails['role'] = 'AUTHOR'): UserEvent[] => [
  { type: 'UserInvited', data: { ...profile, role, codeExpiresAt } },
  confirmed,
];
const lives: Record<UserStatus, UserEvent[]> = {
  INVITED: [invited],
  ACTIVE: active(),
  INACTIVE: [...active(), deactivated],
};

const { email: _address, ...unchanged } = details;
const edit: EditUser = {
  type: 'EditUser',
  principal: admin,
  details: { ...unchanged, lastName: 'Berg' },
  now,
  otherActiveAdmins: 1,
};
const commands: { [T in UserCommand['type']]: Extract<UserCommand, { type: T }> } = {
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
  DeactivateUser: { type: 'DeactivateUser', principal: admin, now, reason: null, otherActiveAdmins: 1 },
  ReactivateUser: { type: 'ReactivateUser', principal: admin, now },
  IssueCode: { type: 'IssueCode', now, purpose: 'confirm' },
  SetPassword: { type: 'SetPassword', now, how: 'changed' },
  AcceptSignatureStatement: {
    type: 'AcceptSignatureStatement',
    now,
    principal: { ...employee, uid: user },
    statement: 'I agree.',
  },
};
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
  IssueCode: {
    absent: 'not_found',
    INVITED: ['VerificationCodeIssued'],
    ACTIVE: 'code_not_requestable',
    INACTIVE: 'code_not_requestable',
  },
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
};

describe('[P11-10f] every command in every status of a person', () => {
  for (const standing of ['absent', ...userStatus.options] as const) {
    it.each(types)(`${standing}: %s`, (type) => {
      const then = given(...(standing === 'absent' ? [] : lives[standing])).when(commands[type]);
      const outcome = matrix[type][standing];
      if (typeof outcome === 'string') then.thenRefused(outcome);
      else then.thenTypes(...outcome);
    });
  }
});

describe('[P11-10g] who may', () => {
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
      expect(
        userDecider.decide(
          { ...commands[type], principal } as UserCommand,
          before.reduce(userDecider.evolve, userDecider.initialState),
        ).ok,
      ).toBe(true);
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

describe('invite', () => {
  it('records the profile, the address lower-cased, and a code for 24 hours', () => {
    given().when(invite).then(invited);
  });

  it('requires names, role and departments', () => {
    const nothing = { ...details, firstName: ' ', lastName: '', departments: [] };
    expect(
      given()
        .when({ ...invite, details: nothing })
        .thenRefused('invalid_input').fields,
    ).toEqual({
      firstName: ['This field is required.'],
      lastName: ['This field is required.'],
      departments: ['This field is required.'],
    });
    expect(
      given()
        .when({ ...invite, details: { ...details, email: ' ' } })
        .thenRefused('invalid_input').fields,
    ).toEqual({
      email: ['This field is required.'],
    });
  });

  it.each([
    'mara',
    'mara@example',
    '@example.test',
    'mara@@example.test',
    'mara@example..test',
    'mara@.test',
    'ma ra@example.test',
    `${'x'.repeat(65)}@example.test`,
    `mara@${'x'.repeat(64)}.test`,
    `mara@${Array.from({ length: 5 }, () => 'x'.repeat(60)).join('.')}.test`,
  ])('refuses the address %s', (email) => {
    const refusal = given()
      .when({ ...invite, details: { ...details, email } })
      .thenRefused('email_format');
    expect(refusal.detail).toBe('Invalid email address format.');
  });

  it('takes addresses up to the limits', () => {
    const local = 'l'.repeat(64);
    const domain = `${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(61)}`;
    expect(`${local}@${domain}`).toHaveLength(254);
    expect(isEmail(`${local}@${domain}`)).toBe(true);
    expect(isEmail(`${local}@${domain}d`)).toBe(false);
    fc.assert(
      fc.property(fc.emailAddress({ size: 'small' }), (address) => {
        if (/["(),:;<>[\\\]]/.test(address)) return;
        expect(isEmail(normaliseEmail(address))).toBe(address.split('@')[0]!.length <= 64 && address.length <= 254);
      }),
    );
  });

  it('refuses an address that is in use, without saying where', () => {
    expect(
      given()
        .when({ ...invite, emailInUse: true })
        .thenRefused('email_in_use').fields,
    ).toEqual({
      email: ['This email address is already in use.'],
    });
  });

  it('lets only SUPER_ADMIN give SUPER_ADMIN', () => {
    const asked = { ...invite, details: { ...details, role: 'SUPER_ADMIN' as const } };
    given().when(asked).thenRefused('super_admin_required');
    given()
      .when({ ...asked, principal: superAdmin })
      .thenTypes('UserInvited');
  });
});

describe('confirm and reconfirm', () => {
  const confirming = (changed: Partial<typeof commands.ConfirmAccount>) => ({ ...commands.ConfirmAccount, ...changed });

  it('answers as specified: wrong code, expired code, password not accepted, confirmed already', () => {
    given(invited)
      .when(confirming({ code: 'wrong', passwordAccepted: false }))
      .thenRefused('code_wrong');
    given(invited)
      .when(confirming({ code: 'expired' }))
      .thenRefused('code_expired');
    given(invited)
      .when(confirming({ passwordAccepted: false }))
      .thenRefused('password_not_accepted');
    given(...active())
      .when(confirming({ code: 'wrong' }))
      .thenRefused('already_confirmed');
  });

  it('makes the person ACTIVE, and after a reactivation again', () => {
    given(...active(), deactivated, reactivated)
      .when(confirming({}))
      .then({ type: 'UserReconfirmed', data: { user } }, { type: 'PasswordSet', data: { user, how: 'reconfirmed' } });
    given(...active(), deactivated, reactivated, { type: 'UserReconfirmed', data: { user } })
      .when(confirming({}))
      .thenRefused('already_confirmed');
  });

  it('issues a new code to confirm while INVITED, to reset while ACTIVE', () => {
    given(...active())
      .when({ ...commands.IssueCode, purpose: 'reset' })
      .then({
        type: 'VerificationCodeIssued',
        data: { user, purpose: 'reset', expiresAt: codeExpiresAt },
      });
    given(invited)
      .when({ ...commands.IssueCode, purpose: 'reset' })
      .thenRefused('code_not_requestable');
    given(deactivated).when(commands.IssueCode).thenRefused('not_found');
  });
});

describe('edit', () => {
  it('[P11-10e] records old and new values, and departments added and removed', () => {
    given(...active())
      .when({ ...edit, details: { ...unchanged, firstName: ' Maja ', role: 'EMPLOYEE', departments: [laboratory] } })
      .then({
        type: 'UserEdited',
        data: {
          user,
          changes: [
            { field: 'firstName', old: 'Mara', new: 'Maja' },
            { field: 'role', old: 'AUTHOR', new: 'EMPLOYEE' },
          ],
          departments: [laboratory],
          departmentsAdded: [laboratory],
          departmentsRemoved: [quality],
        },
      });
    given(...active())
      .when({ ...edit, details: unchanged })
      .thenNothing();
  });

  it('keeps the last active admin an admin', () => {
    const demote = { ...edit, details: { ...unchanged, role: 'AUTHOR' as const } };
    given(...active('ADMIN'))
      .when({ ...demote, otherActiveAdmins: 0 })
      .thenRefused('last_admin');
    given(...active('ADMIN'))
      .when(demote)
      .thenTypes('UserEdited');
    const promote = { ...demote, details: { ...unchanged, role: 'SUPER_ADMIN' as const }, otherActiveAdmins: 0 };
    given(...active('ADMIN'))
      .when({ ...promote, principal: superAdmin })
      .thenTypes('UserEdited');
  });

  it('lets only SUPER_ADMIN give or take SUPER_ADMIN', () => {
    const to = (role: ProfileDetails['role'], principal: Person) => ({
      ...edit,
      principal,
      details: { ...unchanged, role },
    });
    given(...active())
      .when(to('SUPER_ADMIN', admin))
      .thenRefused('super_admin_required');
    given(...active('SUPER_ADMIN'))
      .when(to('ADMIN', admin))
      .thenRefused('super_admin_required');
    given(...active('SUPER_ADMIN'))
      .when(to('ADMIN', superAdmin))
      .thenTypes('UserEdited');
    given(...active('SUPER_ADMIN'))
      .when({ ...edit, details: { ...unchanged, lastName: 'Berg', role: 'SUPER_ADMIN' } })
      .thenTypes('UserEdited');
  });
});

describe('deactivate and reactivate', () => {
  const { DeactivateUser, ReactivateUser } = commands;
  it('nobody deactivates themselves', () => {
    given(...active('ADMIN'))
      .when({ ...DeactivateUser, principal: { ...admin, uid: user } })
      .thenRefused('cannot_deactivate_self');
  });

  it('the last active admin stays; an invited admin does not count as one', () => {
    given(...active('ADMIN'))
      .when({ ...DeactivateUser, otherActiveAdmins: 0 })
      .thenRefused('last_admin');
    given(invited)
      .when({ ...DeactivateUser, otherActiveAdmins: 0 })
      .thenTypes('UserDeactivated');
  });

  it('only SUPER_ADMIN takes a SUPER_ADMIN out and back in', () => {
    given(...active('SUPER_ADMIN'))
      .when(DeactivateUser)
      .thenRefused('super_admin_required');
    given(...active('SUPER_ADMIN'), deactivated)
      .when(ReactivateUser)
      .thenRefused('super_admin_required');
    given(...active('SUPER_ADMIN'))
      .when({ ...DeactivateUser, principal: superAdmin })
      .thenTypes('UserDeactivated');
  });

  it('reactivates with a new code for 24 hours', () => {
    given(...lives.INACTIVE)
      .when(ReactivateUser)
      .then(reactivated);
    given(...lives.INACTIVE)
      .when({ ...ReactivateUser, now: tomorrow })
      .thenTypes('UserReactivated');
  });
});

it('[P11-10j] the statement on electronic signatures is accepted once', () => {
  const { AcceptSignatureStatement } = commands;
  const accepted = given(...active())
    .when(AcceptSignatureStatement)
    .thenTypes('SignatureStatementAccepted');
  given(...active(), ...accepted)
    .when(AcceptSignatureStatement)
    .thenNothing();
});

it('names print as first and last, initials from both, roles in the order of their badges', () => {
  expect([printedName(details), initials(details)]).toEqual(['Mara Lindqvist', 'ML']);
  expect((['EMPLOYEE', 'ADMIN', 'AUTHOR'] as const).toSorted(compareRoles)).toEqual(['ADMIN', 'AUTHOR', 'EMPLOYEE']);
  expect(offeredRoles('ADMIN')).toEqual(['ADMIN', 'AUTHOR', 'EMPLOYEE']);
  expect(offeredRoles('SUPER_ADMIN')).toContain('SUPER_ADMIN');
});
