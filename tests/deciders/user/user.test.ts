import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProfileDetails } from '#events/user/commands.ts';
import { isEmail, normaliseEmail } from '#events/user/email.ts';
import { initials, printedName } from '#events/user/name.ts';
import { compareRoles, offeredRoles } from '#events/user/role.ts';
import { admin, laboratory, quality, superAdmin, tomorrow, type Person } from '#tests/deciders/people.ts';
import { userDecider } from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';
import {
  active,
  codeExpiresAt,
  commands,
  deactivated,
  details,
  edit,
  invite,
  invited,
  lives,
  reactivated,
  unchanged,
  user,
} from '#tests/deciders/user/user-world.ts';

const { given } = specify(userDecider);

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
    'mara..m@example.test',
    '.mara@example.test',
    'mara.@example.test',
    'mara@-x.test',
    'mara@x-.test',
    'mara@example.-test',
    'mara@example.test.',
    'ma ra@example.test',
    'ma\u200bra@example.test',
    'mara@example.test\ufeff.org',
    'mara@\uff45xample.test',
    'ma\u0301ra@example.test',
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
        .thenRefused('email_in_use'),
    ).toMatchObject({
      fields: { email: ['This email address is already in use.'] },
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
  it('[P11-10e] [A11-12c] records old and new values, departments added and removed, and the reason', () => {
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
          reason: 'Married.',
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
      .when({ ...demote, isLocalAdmin: true })
      .thenRefused('local_admin');
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
    given(...active('ADMIN'))
      .when({ ...DeactivateUser, isLocalAdmin: true })
      .thenRefused('local_admin');
    given(invited)
      .when({ ...DeactivateUser, otherActiveAdmins: 0 })
      .thenTypes('UserDeactivated');
  });

  it.each(['INVITED', 'ACTIVE'] as const)('a deactivation records what the person was before: %s', (fromStatus) => {
    given(...lives[fromStatus])
      .when(DeactivateUser)
      .then({ type: 'UserDeactivated', data: { user, fromStatus, reason: null } });
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
