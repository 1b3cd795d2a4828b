import { expect, it } from 'vitest';
import { createDepartment } from '#app/commands/department/save.ts';
import { World } from '#app/setup/world.ts';
import { testDatabase } from '#tests/support/database.ts';
import { testServices } from '#tests/support/services.ts';

it('tells a person to try again where the organisation is held up for too long, and records nothing', async () => {
  const services = await testServices();
  const { owner } = await testDatabase();
  const email = `ines@${services.newId()}.example`;
  const world = await World.found(services, {
    name: 'Northmere Diagnostics',
    domain: 'northmere.example',
    admin: { firstName: 'Ines', lastName: 'Okafor', email, password: 'corridor-battery-9-lamp' },
  });
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    await holder.query('select from ledger.head where org_id = $1 for update', [world.org]);
    const refused = await world.attempt(world.admin, createDepartment, { name: 'Laboratory' });
    expect(refused).toMatchObject({ ok: false, failure: { code: 'ledger_busy' } });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await world.attempt(world.admin, createDepartment, { name: 'Laboratory' })).toMatchObject({ ok: true });
});
