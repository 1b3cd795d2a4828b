import { describe, expect, it } from 'vitest';
import { createDepartments } from '#app/organisation/commands/save-department.ts';
import { inviteMany, previewInvitations } from '#app/people/commands/invite-many.ts';
import { beforeAppend, organisation, type Organisation } from '#tests/support/organisation.ts';
import { recordedOn, shown } from '#tests/support/visiting.ts';

const host = (): string => `${Math.random().toString(36).slice(2)}.example`;

/** People of Quality, by their first names. */
const people = ({ world }: Organisation, names: readonly string[], at = host()) =>
  names.map((firstName) => ({
    firstName,
    lastName: 'Haddad',
    email: `${firstName}@${at}`,
    role: 'EMPLOYEE',
    departments: world.uidsOf(['Quality']),
  }));

const invitedIn = ({ services, world }: Organisation) =>
  services.database.read(world.org, (db) =>
    db
      .selectFrom('read.user_account')
      .select(['uid', 'first_name', 'email'])
      .where('status', '=', 'INVITED')
      .orderBy('email')
      .execute(),
  );
const sizeOf = async ({ services, world }: Organisation) => Number((await services.ledger.readHead(world.org)).size);

describe('inviting many', () => {
  it('invites everybody in one append, each as an invitation of its own does', async () => {
    const place = await organisation();
    const { world, admin, services } = place;
    const before = await sizeOf(place);
    const list = people(place, ['Noor', 'Ines', 'Zoë']);
    list[2] = { ...list[2]!, email: ` Zoe@${host().toUpperCase()} ` };
    expect(await world.act(admin, inviteMany, { people: list })).toEqual({ invited: 3 });
    const invited = await invitedIn(place);
    expect(invited.map(({ email }) => email).toSorted()).toEqual(
      list.map(({ email }) => email.trim().toLowerCase()).toSorted(),
    );
    expect(await sizeOf(place)).toBe(before + 3);
    const [event] = await recordedOn(services, world.org, `user-${invited[0]!.uid}`);
    expect(event).toMatchObject({ type: 'UserInvited', data: { departments: [{ name: 'Quality' }] } });
  });

  it('invites nobody where one of several cannot be, and the preview names each', async () => {
    const place = await organisation();
    const { world, admin, employee } = place;
    const list = people(place, ['Noor', 'Ines', 'Luca', 'Priya', 'Marit', 'Omar']);
    list[1] = { ...list[1]!, email: employee.email };
    list[2] = { ...list[2]!, email: 'luca', departments: [] };
    list[3] = { ...list[3]!, email: list[0]!.email.toUpperCase() };
    list[4] = { ...list[4]!, role: 'SUPER_ADMIN' };
    const before = await sizeOf(place);
    const problems = await world.act(admin, previewInvitations, { people: list });
    expect(problems).toMatchObject([
      { index: 1, failure: { code: 'email_in_use' } },
      {
        index: 2,
        failure: { code: 'invalid_input', fields: { email: expect.anything(), departments: expect.anything() } },
      },
      { index: 3, failure: { code: 'email_in_use' } },
      { index: 4, failure: { code: 'super_admin_required' } },
    ]);
    expect(shown(await world.attempt(admin, inviteMany, { people: list })).failure.code).toBe('email_in_use');
    expect(await invitedIn(place)).toEqual([]);
    expect(await sizeOf(place)).toBe(before);
  });

  it('refuses a department that is unknown, or of another organisation', async () => {
    const place = await organisation();
    const other = await organisation({ db: place.db });
    for (const department of [place.services.newId(), ...other.world.uidsOf(['Quality'])]) {
      const list = people(place, ['Noor', 'Ines']);
      list[1] = { ...list[1]!, departments: [...list[1]!.departments, department] };
      const refused = await place.world.attempt(place.admin, inviteMany, { people: list });
      expect(shown(refused).failure.code).toBe('department_unknown');
    }
    expect(await invitedIn(place)).toEqual([]);
  });

  it('is for admins, and for one to five hundred people', async () => {
    const place = await organisation();
    const { world, admin, author } = place;
    const [one] = people(place, ['Noor']);
    expect(shown(await world.attempt(author, inviteMany, { people: [one] })).status).toBe(403);
    expect(shown(await world.attempt(author, previewInvitations, { people: [one] })).status).toBe(403);
    for (const list of [[], Array.from({ length: 501 }, () => one)])
      expect(shown(await world.attempt(admin, inviteMany, { people: list })).failure.code).toBe('invalid_input');
  });

  it('answers the same form sent twice once, also at the same moment', async () => {
    const place = await organisation();
    const { world, admin, services } = place;
    const input = { people: people(place, ['Noor', 'Ines']) };
    const id = services.newId();
    const both = await Promise.all([
      world.attempt(admin, inviteMany, input, id),
      world.attempt(admin, inviteMany, input, id),
    ]);
    expect(both).toEqual([
      { ok: true, value: { invited: 2 } },
      { ok: true, value: { invited: 2 } },
    ]);
    expect(await world.attempt(admin, inviteMany, input, id)).toEqual(both[0]);
    expect(await invitedIn(place)).toHaveLength(2);
  });

  it('invites nobody of a list that shares an address with one that another admin sends at the moment', async () => {
    const place = await organisation();
    const { world, admin } = place;
    const at = host();
    const refused = await beforeAppend(
      place,
      () => world.act(admin, inviteMany, { people: people(place, ['Noor', 'Ines'], at) }),
      () => world.attempt(admin, inviteMany, { people: people(place, ['Luca', 'Ines'], at) }),
    );
    expect(shown(refused).failure.code).toBe('email_in_use');
    expect((await invitedIn(place)).map(({ first_name: name }) => name).toSorted()).toEqual(['Ines', 'Noor']);
  });
});

describe('creating many departments', () => {
  it('creates all of them or none', async () => {
    const place = await organisation();
    const { world, admin, author } = place;
    const create = (names: string[], by = admin) => world.attempt(by, createDepartments, { names });
    for (const names of [
      ['Weighing', 'QUALITY'],
      ['Weighing', ' weighing '],
      ['Weighing', 'All departments'],
    ])
      expect((await create(names)).ok).toBe(false);
    expect(shown(await create(['Weighing'], author)).status).toBe(403);
    expect(await namesIn(place)).toEqual(['Laboratory', 'Quality']);
    expect(await create(['Weighing', 'Packaging'])).toEqual({ ok: true, value: { created: 2 } });
    expect(await namesIn(place)).toEqual(['Laboratory', 'Packaging', 'Quality', 'Weighing']);
  });
});

const namesIn = ({ services, world }: Organisation): Promise<string[]> =>
  services.database.read(world.org, async (db) =>
    (await db.selectFrom('read.department').select('name').orderBy('name').execute()).map(({ name }) => name),
  );
