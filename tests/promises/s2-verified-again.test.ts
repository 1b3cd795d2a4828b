import { describe, expect, it } from 'vitest';
import type { Actor } from '#events/actor.ts';
import { texts } from '#events/texts.ts';
import { initialState, type UserEvent, type UserState } from '#events/user/state.ts';
import { changeEmail } from '#app/people/commands/change-email.ts';
import { deactivateUser, reactivateUser } from '#app/people/commands/activation.ts';
import { inviteUser } from '#app/people/commands/invite.ts';
import { confirmAccount } from '#app/sign-in/commands/confirm.ts';
import { verifyIdentity } from '#app/people/commands/verify-identity.ts';
import { confirmEmail } from '#app/sign-in/commands/confirm-email.ts';
import { userDecider } from '#tests/deciders/rules.ts';
import { codeOf, programOf } from '#tests/promises/programs.ts';
import { organisation, somebody } from '#tests/support/organisation.ts';
import { codeFor, visit } from '#tests/support/visiting.ts';
import { admin, superAdmin, uidOf, type Person } from '#tests/deciders/people.ts';
import { active, app, codeExpiresAt, commands, user } from '#tests/deciders/user/user-world.ts';

const at = (by: Person | null, event: UserEvent): UserEvent => {
  const actor: Actor = by ? { ...by, session: null, address: null } : { kind: 'visitor', address: null };
  return Object.assign({}, event, { actor });
};
const state = (...events: UserEvent[]): UserState => events.reduce<UserState>(userDecider.evolve, initialState);
const rulingOn = (by: Person, person: UserState) => {
  const ruling = userDecider.decide({ ...commands.VerifyIdentity, principal: by }, person);
  return ruling.ok ? ruling.events.map(({ type }) => type) : ruling.failure.code;
};

const verified = [...active(), at(admin, { type: 'IdentityVerified', data: { user, how: 'in_person' } })];
const emails = { user, old: 'mara.lindqvist@example.test', new: 'mara.berg@example.test' };
const emailChanged = (by: Person) => [
  at(by, { type: 'EmailChangeRequested', data: { ...emails, codeExpiresAt, reason: null } }),
  at(null, { type: 'EmailChanged', data: emails }),
];
const factor = { user, authenticator: app.uid, kind: app.kind };
const enrolled: UserEvent = {
  type: 'AuthenticatorEnrolled',
  data: { ...factor, credentialId: null, publicKey: null, model: null },
};
const revoked = (because: 'reset_by_admin' | 'replaced'): UserEvent => ({
  type: 'AuthenticatorRevoked',
  data: { ...factor, because, reason: null },
});

describe('[P11-200c1] S2: who a person is holds until the address changes or the factor is reset', () => {
  it.each([
    ['a changed address', emailChanged(admin)],
    ['a reset factor', [enrolled, at(admin, revoked('reset_by_admin'))]],
  ])('by call: after %s another admin than who did it verifies again', (_, events) => {
    const person = state(...verified, ...events);
    expect(person).toMatchObject({ identity: null });
    expect(rulingOn(admin, person)).toBe('not_allowed');
    expect(rulingOn(superAdmin, person)).toEqual(['IdentityVerified']);
    const again = state(
      ...verified,
      ...events,
      at(superAdmin, { type: 'IdentityVerified', data: { user, how: 'document' } }),
    );
    expect(again).toMatchObject({ identity: 'document', identityChangedBy: [] });
  });

  it('by program: who answers for the program that changed the address does not verify', () => {
    const program: Actor = { kind: 'service_account', uid: uidOf(88), name: 'People sync', address: null };
    const asked: UserEvent = {
      type: 'EmailChangeRequested',
      data: { ...emails, codeExpiresAt, reason: null },
    };
    const person = state(
      ...verified,
      Object.assign({}, asked, { actor: program }),
      at(null, { type: 'EmailChanged', data: emails }),
    );
    const verifies = (programs: string[]) =>
      userDecider.decide({ ...commands.VerifyIdentity, principal: admin, programs }, person);
    expect(verifies([uidOf(88)])).toMatchObject({ failure: { code: 'not_allowed' } });
    expect(verifies([uidOf(89)])).toMatchObject({ ok: true });
  });

  it('by call: a factor that the person replaces, and an address that is only asked for, void nothing', () => {
    const person = state(...verified, enrolled, at(null, revoked('replaced')), emailChanged(admin)[0]!);
    expect(person).toMatchObject({ identity: 'in_person' });
  });

  it('by call: two admins who each changed something both do not verify', () => {
    const third = { ...admin, uid: uidOf(77) };
    const person = state(...verified, ...emailChanged(admin), enrolled, at(superAdmin, revoked('reset_by_admin')));
    expect([admin, superAdmin].map((one) => rulingOn(one, person))).toEqual(['not_allowed', 'not_allowed']);
    expect(rulingOn(third, person)).toEqual(['IdentityVerified']);
  });
});

describe('S2: a program of an admin changes an address', () => {
  it('by program: another admin verifies the person than who answers for the program', async () => {
    const org = await organisation();
    const { world, services, admin, employee } = org;
    const second = await world.join(somebody('Rob', 'Hale', 'ADMIN'), ['Quality']);
    const program = await programOf(org, second);
    await world.act(admin, verifyIdentity, { user: employee.uid, how: 'in_person' });
    const email = `noor.${services.newId().toLowerCase()}@southwold.example`;
    expect(codeOf(await program.attempt(changeEmail, { user: employee.uid, email, reason: 'A new name.' }))).toBeNull();
    const code = await codeFor(services, employee, 'change-email');
    expect(await world.attempt(employee, confirmEmail, { email, code })).toMatchObject({ ok: true });
    const verifies = (by: typeof admin) => world.attempt(by, verifyIdentity, { user: employee.uid, how: 'document' });
    expect(await verifies(second)).toMatchObject({ failure: { code: 'not_allowed' } });
    expect(await verifies(admin)).toMatchObject({ ok: true });
  });

  it('by program: a code alone moves no account in which somebody has a password, also a reactivated one', async () => {
    const org = await organisation();
    const { world, services, admin, employee, other } = org;
    const program = await programOf(org, admin);
    const askFor = async (person: typeof employee) => {
      const email = `hana.${services.newId().toLowerCase()}@southwold.example`;
      expect(codeOf(await program.attempt(changeEmail, { user: person.uid, email, reason: null }))).toBeNull();
      return { email, code: await codeFor(services, person, 'change-email') };
    };
    const moved = await askFor(employee);
    const refused = { failure: { code: 'not_allowed', detail: texts.programEnteredEmail } };
    expect(await visit(services, confirmEmail, moved)).toMatchObject(refused);
    expect(await world.attempt(other, confirmEmail, moved)).toMatchObject(refused);
    expect(await world.attempt(employee, confirmEmail, moved)).toMatchObject({ ok: true });
    await world.act(admin, deactivateUser, { user: employee.uid, reason: 'Leaves.' });
    await world.act(admin, reactivateUser, { user: employee.uid, reason: 'Comes back.' });
    expect(await visit(services, confirmEmail, await askFor(employee))).toMatchObject(refused);
    // Who was invited and has confirmed nothing gets the invitation at the new address.
    const waiting = await askFor(await world.invite(somebody('Ola', 'Nowak', 'EMPLOYEE'), ['Quality']));
    expect(await visit(services, confirmEmail, waiting)).toMatchObject({ ok: true });
  });

  it('by people’s changes: an admin whom nobody verified verifies nobody, so a made-up one helps nobody', async () => {
    const org = await organisation({ preset: 'regulated' });
    const { world, admin, employee } = org;
    const puppet = { ...somebody('Pat', 'Puppet', 'ADMIN'), departments: world.uidsOf(['Quality']) };
    const { user } = await world.act(admin, inviteUser, puppet);
    const invited = { ...puppet, uid: user, org: world.org };
    const code = await codeFor(org.services, invited, 'confirm');
    const confirmed = { email: invited.email, code, newPassword: invited.password };
    expect(await visit(org.services, confirmAccount, confirmed)).toMatchObject({ ok: true });
    const verify = (by: typeof admin) =>
      world.attempt(by, verifyIdentity, { user: employee.uid, how: 'document' as const });
    expect(await verify(invited)).toMatchObject({
      failure: { code: 'not_allowed', detail: expect.stringContaining('Nobody has verified your own identity.') },
    });
    await world.act(admin, verifyIdentity, { user, how: 'in_person' });
    expect(await verify(invited)).toMatchObject({ ok: true });
  });
});
