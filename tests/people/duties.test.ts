import { expect, it } from 'vitest';
import { grantFunction, withdrawFunction } from '#app/people/commands/functions/grant.ts';
import { createFunction, editFunction } from '#app/people/commands/functions/manage.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { declareAbsence } from '#app/people/commands/absence.ts';
import { listFunctions } from '#app/people/queries/functions/list.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { streamFunctionHolders } from '#app/reports/queries/functions.ts';
import { withSource } from '#app/reports/queries/source.ts';
import { listResponsibilities } from '#app/people/queries/responsibilities.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { isoDay } from '#app/ui/text/date.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { organisation, somebody, type Organisation } from '#tests/support/organisation.ts';

/** How each of several attempts at once ended, sorted. */
const endings = async (...attempts: Promise<{ ok: true } | { ok: false; failure: { code: string } }>[]) =>
  (await Promise.all(attempts)).map((one) => (one.ok ? 'done' : one.failure.code)).sort();

async function askingOf({ services, world, admin }: Organisation) {
  const viewer = await services.database.read(world.org, (db) =>
    readViewer(db, { org: world.org, user: admin.uid, publicId: '0'.repeat(64) }),
  );
  return { ports: services, viewer: viewer!, now: services.now() };
}

it('grants a function once where two admins do so at once, and never one that is retired meanwhile', async () => {
  const org = await organisation();
  const { world, admin, author, services } = org;
  const second = await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
  const from = isoDay(services.now(), 'UTC');
  const { function: unit } = await world.act(admin, createFunction, { name: 'Quality unit' });
  const grant = { function: unit, user: author.uid, from };
  expect(
    await endings(world.attempt(admin, grantFunction, grant), world.attempt(second, grantFunction, grant)),
  ).toEqual(['done', 'function_already_held']);
  const withdraw = { function: unit, user: author.uid, reason: 'Moved.' };
  expect(
    await endings(world.attempt(admin, withdrawFunction, withdraw), world.attempt(second, withdrawFunction, withdraw)),
  ).toEqual(['done', 'function_not_held']);
  const retire = { function: unit, name: 'Quality unit', retired: true, reason: 'Merged.' };
  await endings(world.attempt(second, editFunction, retire), world.attempt(admin, grantFunction, grant));
  const again = await world.attempt(admin, grantFunction, { ...grant, user: second.uid });
  expect(again).toMatchObject({ failure: { code: 'function_retired' } });
});

it('lets two people who declare at once be the deputy of one another only one way', async () => {
  const org = await organisation();
  const { world, admin, author, other, services } = org;
  const from = isoDay(services.now(), 'UTC');
  const days = { from, until: from };
  const declared = await endings(
    world.attempt(author, declareAbsence, { user: author.uid, deputy: other.uid, ...days }),
    world.attempt(other, declareAbsence, { user: other.uid, deputy: author.uid, ...days }),
  );
  expect(declared).toEqual(['absence_overlaps', 'done']);
  const { function: unit } = await world.act(admin, createFunction, { name: 'Quality unit' });
  for (const { uid } of [author, other]) await world.act(admin, grantFunction, { function: unit, user: uid, from });
  const asking = await askingOf(org);
  const [row] = accepted(await ask(listFunctions, {}, asking), 'functions');
  expect(row?.holders.map(({ absentUntil, later }) => [absentUntil, later]).sort()).toEqual([
    [null, false],
    [from, false],
  ]);
  const members = await Promise.all([author, other].map(({ uid }) => ask(getMember, { user: uid }, asking)));
  const shown = members.map((one) => accepted(one, 'member'));
  expect(shown.map(({ functions }) => functions.map(({ name }) => name))).toEqual([['Quality unit'], ['Quality unit']]);
  expect(shown.filter(({ absence }) => absence !== null)).toHaveLength(1);
});

it('lists a function of a person alone who leaves, and grants it to the successor in the same act', async () => {
  const org = await organisation();
  const { world, admin, author, other, employee, services } = org;
  const from = isoDay(services.now(), 'UTC');
  const [unit, owner] = await Promise.all(
    ['Quality unit', 'Process owner'].map((name) => world.act(admin, createFunction, { name })),
  );
  for (const { function: held } of [unit!, owner!])
    await world.act(admin, grantFunction, { function: held, user: author.uid, from });
  await world.act(admin, grantFunction, { function: owner!.function, user: other.uid, from });
  const leaves = accepted(await ask(listResponsibilities, { user: author.uid }, await askingOf(org)), 'leaves');
  expect(leaves.functions).toEqual([{ uid: unit!.function, name: 'Quality unit' }]);
  const leave = (holder: string) =>
    world.attempt(admin, deactivateUser, {
      user: author.uid,
      reason: 'Left the company.',
      holders: [{ function: unit!.function, user: holder }],
    });
  expect(await leave(author.uid)).toMatchObject({
    failure: { fields: { [`holder-${unit!.function}`]: expect.any(Array) } },
  });
  accepted(await leave(employee.uid), 'deactivated');
  const functions = accepted(await ask(listFunctions, {}, await askingOf(org)), 'functions');
  const active = functions.map(({ holders }) =>
    holders.filter(({ status }) => status === 'ACTIVE').map(({ user }) => user),
  );
  expect(active).toEqual([[other.uid], [employee.uid]]);
});

it('records the manager of a person, who stays where nobody says, and shows who held what at a moment', async () => {
  const org = await organisation();
  const { world, admin, author, other, services } = org;
  const { firstName, lastName, role } = author;
  const profile = { user: author.uid, firstName, lastName, role, departments: world.uidsOf(['Quality']) };
  await world.act(admin, editUser, { ...profile, manager: other.uid, reason: 'The new chart.' });
  await world.act(admin, editUser, { ...profile, lastName: 'Berg', reason: 'Married.' });
  const member = async () => accepted(await ask(getMember, { user: author.uid }, await askingOf(org)), 'member');
  expect((await member()).manager).toEqual({ uid: other.uid, name: 'Marit Solheim' });
  const own = await world.attempt(admin, editUser, { ...profile, manager: author.uid, reason: 'By mistake.' });
  expect(own).toMatchObject({ failure: { fields: { manager: [expect.any(String)] } } });
  await world.act(admin, editUser, { ...profile, manager: null, reason: 'The old chart.' });
  expect((await member()).manager).toBeNull();

  const { function: unit } = await world.act(admin, createFunction, { name: 'Quality unit' });
  const from = isoDay(services.now(), 'UTC');
  await world.act(admin, grantFunction, { function: unit, user: author.uid, from, until: from });
  const held = (await askingOf(org)).viewer.position;
  await world.act(admin, withdrawFunction, { function: unit, user: author.uid, reason: 'Moved.' });
  const heldAt = async (position: string | null) => {
    const read = withSource(services.database, { org: world.org, position }, async (source) => {
      const rows: (string | null)[][] = [];
      for await (const one of streamFunctionHolders(source)) rows.push([one.function, one.name, one.until]);
      return rows;
    });
    return accepted(await read, 'report');
  };
  expect(await heldAt(held)).toEqual([['Quality unit', `${firstName} ${lastName}`, from]]);
  expect(await heldAt(null)).toEqual([['Quality unit', null, null]]);
});
