import { expect, it } from 'vitest';
import { listDepartments } from '#app/organisation/queries/list-departments.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { getPlots } from '#app/reports/queries/plots.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { organisation, somebody } from '#tests/support/organisation.ts';

const inOrder = [
  'Étage 9',
  'Étage 10',
  'Laboratory',
  'line 1',
  'Line 2',
  'Line 2 b',
  'LINE 10',
  'Line 10.2',
  'Line 10.10',
  'Quality',
];

it('lists departments by name, and the numbers in their names as numbers, wherever they stand', async () => {
  const { world, services, admin } = await organisation();
  for (const name of inOrder.toReversed())
    if (name !== 'Quality' && name !== 'Laboratory') await world.department(name);
  const viewer = (await readViewer(services.database.kysely, {
    org: world.org,
    user: admin.uid,
    publicId: '0'.repeat(64),
  }))!;
  const asking = { ports: services, viewer, now: services.now() };
  const listed = await ask(listDepartments, {}, asking);
  expect(listed.ok && listed.value.map(({ name }) => name)).toEqual(inOrder);
  const plots = await ask(getPlots, {}, asking);
  expect(plots.ok && plots.value.departments.map(({ department }) => department)).toEqual(inOrder);
  const person = await world.join(somebody('Priya', 'Raman', 'EMPLOYEE'), ['LINE 10', 'Line 2', 'Quality']);
  const member = await ask(getMember, { user: person.uid }, { ...asking, now: services.now() });
  expect(member.ok && member.value.departments.map(({ name }) => name)).toEqual(['Line 2', 'LINE 10', 'Quality']);
});
