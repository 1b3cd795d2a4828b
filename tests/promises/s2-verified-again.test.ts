import { describe, expect, it } from 'vitest';
import type { Actor } from '#events/actor.ts';
import { userDecider } from '#events/user/decide.ts';
import { initialState, type UserEvent, type UserState } from '#events/user/state.ts';
import { admin, superAdmin, uidOf, type Person } from '#tests/deciders/people.ts';
import { active, app, codeExpiresAt, commands, user } from '#tests/deciders/user/user-world.ts';

const at = (by: Person | null, event: UserEvent): UserEvent => {
  const actor: Actor = by ? { ...by, session: null, address: null } : { kind: 'visitor', address: null };
  return Object.assign({}, event, { actor });
};
const state = (...events: UserEvent[]): UserState => events.reduce<UserState>(userDecider.evolve, initialState);
const codeOf = (by: Person, person: UserState) => {
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
    expect(codeOf(admin, person)).toBe('not_allowed');
    expect(codeOf(superAdmin, person)).toEqual(['IdentityVerified']);
    const again = state(
      ...verified,
      ...events,
      at(superAdmin, { type: 'IdentityVerified', data: { user, how: 'document' } }),
    );
    expect(again).toMatchObject({ identity: 'document', identityChangedBy: [] });
  });

  it('by call: a factor that the person replaces, and an address that is only asked for, void nothing', () => {
    const person = state(...verified, enrolled, at(null, revoked('replaced')), emailChanged(admin)[0]!);
    expect(person).toMatchObject({ identity: 'in_person' });
  });

  it('by call: two admins who each changed something both do not verify', () => {
    const third = { ...admin, uid: uidOf(77) };
    const person = state(...verified, ...emailChanged(admin), enrolled, at(superAdmin, revoked('reset_by_admin')));
    expect([admin, superAdmin].map((one) => codeOf(one, person))).toEqual(['not_allowed', 'not_allowed']);
    expect(codeOf(third, person)).toEqual(['IdentityVerified']);
  });
});
