import { expect, it } from 'vitest';
import { createDepartment } from '#app/organisation/commands/save-department.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { World } from '#app/set-up/demonstration/world.ts';
import { testDatabase } from '#tests/support/database.ts';
import { testServices } from '#tests/support/services.ts';

it('asks a person to try again where the organisation is locked for too long, and records nothing', async () => {
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

it('refuses with database_full where the disk is full, records nothing, and throws any other fault', async () => {
  const services = await testServices();
  const { owner } = await testDatabase();
  const world = await World.found(services, {
    name: 'Northmere Diagnostics',
    domain: 'northmere.example',
    admin: {
      firstName: 'Ines',
      lastName: 'Okafor',
      email: `ines@${services.newId()}.example`,
      password: 'corridor-battery-9-lamp',
    },
  });
  const failWith = async (code: string) => {
    await owner.query(`create or replace function pg_temp_full() returns trigger language plpgsql as
      $$ begin if new.org_id = '${world.org}' then
        raise exception 'no space left' using errcode = '${code}'; end if; return new; end $$`);
  };
  await failWith('53100');
  await owner.query(
    'create trigger full_disk before insert on read.department for each row execute function pg_temp_full()',
  );
  try {
    const refused = await world.attempt(world.admin, createDepartment, { name: 'Laboratory' });
    if (refused.ok) throw new Error('It was recorded.');
    expect(problemOf(refused.failure)).toMatchObject({
      status: 507,
      title: 'The storage is full. What you sent was not recorded. Contact your administrator.',
    });
    await failWith('XX000');
    await expect(world.attempt(world.admin, createDepartment, { name: 'Laboratory' })).rejects.toThrow('no space left');
  } finally {
    await owner.query('drop trigger full_disk on read.department');
    await owner.query('drop function pg_temp_full');
  }
  expect(await world.attempt(world.admin, createDepartment, { name: 'Laboratory' })).toMatchObject({ ok: true });
});
