import { describe, expect, it } from 'vitest';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { confirmAccount } from '#app/sign-in/commands/confirm.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { inviteUser } from '#app/people/commands/invite.ts';
import { reactivateUser } from '#app/people/commands/activation.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { streams } from '#events/streams.ts';
import {
  beforeAppend,
  inDays,
  organisation,
  somebody,
  sop,
  trainingOf,
  type Organisation,
} from '#tests/support/organisation.ts';
import { codeFor, recordedOn, shown, visit } from '#tests/support/visiting.ts';

const profileOf = (
  { world }: Organisation,
  person: Person,
  change: Partial<Person> = {},
  departments = ['Quality'],
) => ({
  user: person.uid,
  firstName: person.firstName,
  lastName: person.lastName,
  role: person.role,
  departments: world.uidsOf(departments),
  ...change,
});

/** A document that waits for its date, with training for these departments. */
async function published(place: Organisation, docNum: string, departments: string[]): Promise<string> {
  const uid = await place.world.create(place.author, { ...sop(docNum), approvers: [place.other] });
  await place.world.sign(place.other, uid);
  await place.world.publish(uid, departments, inDays(7));
  return uid;
}

const enter = ({ services }: Organisation, person: Person) =>
  visit(services, signIn('screen', 'vitest'), { email: person.email, password: person.password });

const openOf = async (place: Organisation, document: string, person: Person) =>
  (await trainingOf(place, document)).filter(({ user_uid }) => user_uid === person.uid).map(({ status }) => status);

const activeAdmins = ({ services, world }: Organisation) =>
  services.database.read(world.org, (db) =>
    db
      .selectFrom('read.user_account')
      .select('uid')
      .where('role', '=', 'ADMIN')
      .where('status', '=', 'ACTIVE')
      .execute(),
  );

describe('inviting', () => {
  it('[P11-300a] takes an address once, also when two admins invite at the same moment', async () => {
    const place = await organisation();
    const second = await place.world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
    const { password: _, ...person } = somebody('Noor', 'Haddad', 'EMPLOYEE');
    const input = { ...person, departments: place.world.uidsOf(['Quality']) };
    const both = await Promise.all([
      place.world.attempt(place.admin, inviteUser, input),
      place.world.attempt(second, inviteUser, input),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(shown(both.find(({ ok }) => !ok)!)).toMatchObject({ status: 409, failure: { code: 'email_in_use' } });
  });

  it('[P11-100a1] never gives the address of somebody who was deactivated to another', async () => {
    const { world, admin, employee, services } = await organisation();
    await world.act(admin, deactivateUser, { user: employee.uid });
    const another = { firstName: 'Hanae', lastName: 'Sato', role: 'EMPLOYEE', email: employee.email.toUpperCase() };
    const asked = { ...another, departments: world.uidsOf(['Quality']) };
    expect(shown(await world.attempt(admin, inviteUser, asked)).failure).toMatchObject({ code: 'email_in_use' });
    const owner = await services.identity.accounts.find(employee.email);
    expect(owner).toMatchObject({ user: employee.uid, status: 'INACTIVE' });
  });

  it('refuses addresses by the limits of their parts, in the specification’s words', async () => {
    const { world, admin } = await organisation();
    const person = { firstName: 'Noor', lastName: 'Haddad', role: 'EMPLOYEE', departments: world.uidsOf(['Quality']) };
    const addresses = ['noor', 'noor@example', `${'n'.repeat(65)}@example.com`, `noor@${'e'.repeat(64)}.com`];
    for (const email of addresses) {
      const refused = shown(await world.attempt(admin, inviteUser, { ...person, email }));
      expect(refused.failure).toMatchObject({ fields: { email: ['Invalid email address format.'] } });
    }
  });

  it('is for admins', async () => {
    const { world, author } = await organisation();
    const input = { ...somebody('Noor', 'Haddad', 'EMPLOYEE'), departments: world.uidsOf(['Quality']) };
    expect(shown(await world.attempt(author, inviteUser, input)).status).toBe(403);
  });

  it('answers the same form sent twice once', async () => {
    const { world, admin, services } = await organisation();
    const input = { ...somebody('Noor', 'Haddad', 'EMPLOYEE'), departments: world.uidsOf(['Quality']) };
    const id = services.newId();
    const first = await world.attempt(admin, inviteUser, input, id);
    expect(await world.attempt(admin, inviteUser, input, id)).toEqual(first);
  });
});

describe('editing', () => {
  it('moves training with the departments [P11-10i1]', async () => {
    const place = await organisation();
    const { world, admin, employee } = place;
    const quality = await published(place, '001', ['Quality']);
    const laboratory = await published(place, '002', ['Laboratory']);
    expect(await openOf(place, quality, employee)).toEqual(['OPEN']);
    await world.act(admin, editUser, profileOf(place, employee, {}, ['Laboratory']));
    expect(await openOf(place, quality, employee)).toEqual(['CANCELLED']);
    expect(await openOf(place, laboratory, employee)).toEqual(['OPEN']);
  });

  it('records nothing where nothing changed, and old and new values where something did [P11-10e]', async () => {
    const place = await organisation();
    const { world, admin, employee, services } = place;
    await world.act(admin, editUser, profileOf(place, employee));
    await world.act(admin, editUser, profileOf(place, employee, { lastName: 'Kobayashi-Ito' }));
    const events = await recordedOn(services, world.org, `user-${employee.uid}`);
    expect(events.filter(({ type }) => type === 'UserEdited')).toMatchObject([
      { data: { changes: [{ field: 'lastName', old: 'Kobayashi', new: 'Kobayashi-Ito' }] } },
    ]);
  });

  it('ends the sessions of somebody whose role changed', async () => {
    const place = await organisation();
    const entered = await enter(place, place.author);
    await place.world.act(place.admin, editUser, profileOf(place, place.author, { role: 'EMPLOYEE' }));
    if (!entered.ok) throw new Error('not signed in');
    const seen = { now: place.services.now(), address: null };
    expect(await place.services.identity.sessions.validate(entered.value.token, seen)).toBeNull();
    const access = await recordedOn(place.services, place.world.org, `access-${place.author.uid}`);
    expect(access.at(-1)).toMatchObject({ type: 'SessionsEnded', data: { because: 'role_changed', count: 1 } });
  });

  it('ends the sessions of an admin whose role another admin changes', async () => {
    const place = await organisation();
    const { world, admin, author, services } = place;
    await world.act(admin, editUser, profileOf(place, author, { role: 'ADMIN' }));
    const entered = await enter(place, admin);
    if (!entered.ok) throw new Error('not signed in');
    await world.act(author, editUser, profileOf(place, admin, { role: 'AUTHOR' }));
    const seen = { now: services.now(), address: null };
    expect(await services.identity.sessions.validate(entered.value.token, seen)).toBeNull();
    const access = await recordedOn(services, world.org, `access-${admin.uid}`);
    expect(access.at(-1)).toMatchObject({ type: 'SessionsEnded', data: { because: 'role_changed', count: 1 } });
  });

  it('gives SUPER_ADMIN by nobody but a SUPER_ADMIN, and keeps the last admin', async () => {
    const place = await organisation();
    const { world, admin } = place;
    const up = await world.attempt(admin, editUser, profileOf(place, place.author, { role: 'SUPER_ADMIN' }));
    expect(shown(up).failure.code).toBe('super_admin_required');
    const down = await world.attempt(admin, editUser, profileOf(place, admin, { role: 'AUTHOR' }));
    expect(shown(down)).toMatchObject({ status: 409, failure: { code: 'last_admin' } });
  });
});

describe('deactivating', () => {
  it('ends sessions and open training at once; what was signed stays [P11-300b2]', async () => {
    const place = await organisation();
    const { world, admin, employee, services } = place;
    const document = await published(place, '001', ['Quality']);
    const entered = await enter(place, employee);
    await world.act(admin, deactivateUser, { user: employee.uid });
    expect(await openOf(place, document, employee)).toEqual(['CANCELLED']);
    if (!entered.ok) throw new Error('not signed in');
    const seen = { now: services.now(), address: null };
    expect(await services.identity.sessions.validate(entered.value.token, seen)).toBeNull();
    expect(shown(await enter(place, employee))).toMatchObject({
      status: 401,
      title: 'Your email and password do not match our records.',
    });
  });

  it('is not for oneself, nor for somebody who is out already', async () => {
    const { world, admin, employee } = await organisation();
    expect(shown(await world.attempt(admin, deactivateUser, { user: admin.uid })).failure.code).toBe(
      'cannot_deactivate_self',
    );
    await world.act(admin, deactivateUser, { user: employee.uid });
    expect(shown(await world.attempt(admin, deactivateUser, { user: employee.uid })).status).toBe(409);
  });

  it('leaves an admin where two take each other out at the same moment', async () => {
    const place = await organisation();
    const { world, admin } = place;
    const second = await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
    await Promise.all([
      world.attempt(admin, deactivateUser, { user: second.uid }),
      world.attempt(second, deactivateUser, { user: admin.uid }),
    ]);
    expect(await activeAdmins(place)).toHaveLength(1);
  });

  it('gives somebody who is still invited no training before the confirmation', async () => {
    const place = await organisation();
    const { world, admin } = place;
    const document = await published(place, '060', ['Laboratory']);
    const invited = await world.invite(somebody('Noor', 'Haddad', 'EMPLOYEE'), ['Quality']);
    await world.act(admin, editUser, profileOf(place, invited, {}, ['Laboratory']));
    expect(await openOf(place, document, invited)).toEqual([]);
  });

  it('takes no role away for an admin who was deactivated just before it is recorded', async () => {
    const place = await organisation();
    const { world, admin } = place;
    const second = await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
    const demoted = await beforeAppend(
      place,
      () => world.act(second, deactivateUser, { user: admin.uid }),
      () => world.attempt(admin, editUser, profileOf(place, second, { role: 'AUTHOR' })),
    );
    // Their session has ended: it is not the role that forbids it.
    expect(demoted).toMatchObject({ failure: { code: 'not_signed_in' } });
    expect(await activeAdmins(place)).toEqual([{ uid: second.uid }]);
  });

  it('leaves an admin where the other takes the role just before it is recorded', async () => {
    const place = await organisation();
    const { world, admin } = place;
    const second = await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
    const stepped = await beforeAppend(
      place,
      () => world.act(second, editUser, profileOf(place, admin, { role: 'AUTHOR' })),
      () => world.attempt(admin, editUser, profileOf(place, second, { role: 'AUTHOR' })),
    );
    expect(stepped).toMatchObject({ ok: false });
    expect(await activeAdmins(place)).toEqual([{ uid: second.uid }]);
  });

  it('leaves an admin where the other takes the role while the number of admins is being counted', async () => {
    const place = await organisation();
    const { world, admin } = place;
    const second = await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
    const { ledger } = place.services;
    const { readStream } = ledger;
    ledger.readStream = async (org, stream) => {
      if (stream === streams.user(second.uid)) {
        ledger.readStream = readStream;
        await world.act(second, editUser, profileOf(place, admin, { role: 'AUTHOR' }));
      }
      return await readStream(org, stream);
    };
    const stepped = await world.attempt(admin, editUser, profileOf(place, second, { role: 'AUTHOR' }));
    expect(stepped).toMatchObject({ ok: false });
    expect(await activeAdmins(place)).toEqual([{ uid: second.uid }]);
  });

  it('leaves an admin where two take the role from one another at the same moment', async () => {
    const place = await organisation();
    const { world, admin } = place;
    const second = await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
    await Promise.all([
      world.attempt(admin, editUser, profileOf(place, second, { role: 'AUTHOR' })),
      world.attempt(second, editUser, profileOf(place, admin, { role: 'AUTHOR' })),
    ]);
    expect(await activeAdmins(place)).toHaveLength(1);
  });
});

describe('reactivating', () => {
  it('invites again; the new code reconfirms, and training comes back', async () => {
    const place = await organisation();
    const { world, admin, employee, services } = place;
    const document = await published(place, '001', ['Quality']);
    await world.act(admin, deactivateUser, { user: employee.uid });
    await world.act(admin, reactivateUser, { user: employee.uid });
    const code = await codeFor(services, employee, 'reconfirm');
    const answer = await visit(services, confirmAccount, {
      email: employee.email,
      code,
      newPassword: 'quarry-lattice-77-moss',
    });
    expect(answer).toMatchObject({ ok: true, value: { again: true } });
    expect((await openOf(place, document, employee)).toSorted()).toEqual(['CANCELLED', 'OPEN']);
    expect((await recordedOn(services, world.org, 'assignment')).at(-1)?.data.because).toBe('reactivated');
    const types = (await recordedOn(services, world.org, `user-${employee.uid}`)).map(({ type }) => type);
    expect(types.slice(-4)).toEqual(['UserDeactivated', 'UserReactivated', 'UserReconfirmed', 'PasswordSet']);
  });

  it('is only for somebody who is deactivated', async () => {
    const { world, admin, employee } = await organisation();
    expect(shown(await world.attempt(admin, reactivateUser, { user: employee.uid })).status).toBe(409);
  });
});
