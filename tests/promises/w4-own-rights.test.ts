import { beforeEach, describe, expect, it } from 'vitest';
import { createFunction } from '#app/people/commands/functions/manage.ts';
import { grantFunction, withdrawFunction } from '#app/people/commands/functions/grant.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { verifyIdentity } from '#app/people/commands/verify-identity.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { organisation, somebody, type Organisation } from '#tests/support/organisation.ts';
import { codeOf } from '#tests/promises/programs.ts';

let org: Organisation;
let second: Person;

beforeEach(async () => {
  org = await organisation();
  second = await org.world.join(somebody('Elena', 'Marchetti', 'ADMIN'), ['Quality']);
});

const today = () => org.services.now().slice(0, 10);
const profile = (person: Person) => ({
  user: person.uid,
  firstName: person.firstName,
  lastName: person.lastName,
  role: person.role,
  departments: org.world.uidsOf(['Quality']),
});
const grants = (by: Person, to: Person, uid: string) =>
  org.world.attempt(by, grantFunction, { function: uid, user: to.uid, from: today(), until: null, reason: 'Trained.' });
const qualityUnit = async () => (await org.world.act(org.admin, createFunction, { name: 'Quality unit' })).function;

describe('W4: nobody gives themselves a right, or takes it from the others', () => {
  it('by call and screen: nobody changes their own name or role', async () => {
    const { admin, world } = org;
    for (const change of [{ firstName: 'Tomasz' }, { lastName: 'Wieczorek' }, { role: 'AUTHOR' }])
      expect(codeOf(await world.attempt(admin, editUser, { ...profile(admin), ...change }))).toBe('not_allowed');
    // The departments are no right, and another admin changes the name.
    expect(codeOf(await world.attempt(admin, editUser, profile(admin)))).toBeNull();
    expect(codeOf(await world.attempt(second, editUser, { ...profile(admin), lastName: 'Berg' }))).toBeNull();
  });

  it('by call and screen: nobody grants themselves a function, or verifies themselves', async () => {
    const { admin, world } = org;
    const unit = await qualityUnit();
    expect(codeOf(await grants(admin, admin, unit))).toBe('not_allowed');
    expect(codeOf(await grants(second, admin, unit))).toBeNull();
    const verification = { user: admin.uid, how: 'in_person' };
    expect(codeOf(await world.attempt(admin, verifyIdentity, verification))).toBe('not_allowed');
  });

  it('by call and screen: nobody takes a function from the others to hold it alone', async () => {
    const { admin, author, other, world } = org;
    const unit = await qualityUnit();
    for (const person of [author, other]) expect(codeOf(await grants(admin, person, unit))).toBeNull();
    expect(codeOf(await grants(second, admin, unit))).toBeNull();
    const withdraws = (by: Person, from: Person) =>
      world.attempt(by, withdrawFunction, { function: unit, user: from.uid, reason: 'Moved.' });
    // Two are left, and then one beside the admin.
    expect(codeOf(await withdraws(admin, other))).toBeNull();
    expect(codeOf(await withdraws(admin, author))).toBe('not_allowed');
    expect(codeOf(await world.attempt(admin, deactivateUser, { user: author.uid }))).toBe('not_allowed');
    const demoted = { ...profile(author), role: 'EMPLOYEE' };
    expect(codeOf(await world.attempt(admin, editUser, demoted))).toBe('not_allowed');
    expect(codeOf(await withdraws(second, author))).toBeNull();
  });

  it('by clock: nor beside somebody whose grant ends', async () => {
    const { admin, author, other, world } = org;
    const unit = await qualityUnit();
    expect(codeOf(await grants(admin, author, unit))).toBeNull();
    expect(codeOf(await grants(second, admin, unit))).toBeNull();
    const untilToday = { function: unit, user: other.uid, from: today(), until: today(), reason: 'For a day.' };
    expect(codeOf(await world.attempt(admin, grantFunction, untilToday))).toBeNull();
    const withdrawal = { function: unit, user: author.uid, reason: 'Moved.' };
    expect(codeOf(await world.attempt(admin, withdrawFunction, withdrawal))).toBe('not_allowed');
  });
});
