import { describe, expect, it } from 'vitest';
import { migrate, pendingMigrations } from '#app/adapters/database/migrate.ts';
import { freshDatabase, testDatabase } from '#tests/support/database.ts';

describe('migrations', () => {
  it('may run in several processes at once', async () => {
    const test = await freshDatabase();
    for (const schema of ['ledger', 'read', 'identity', 'app', 'graphile_worker', 'imprimatur']) {
      await test.owner.query(`drop schema ${schema} cascade`);
    }
    await Promise.all([migrate(test.url), migrate(test.url), migrate(test.url)]);
    expect(await pendingMigrations(test.database.pool)).toEqual([]);
    await test.close();
  });

  it('refuse a database of a newer release in a sentence', async () => {
    const test = await freshDatabase();
    await test.owner.query(`insert into imprimatur.migration values ('999-of-a-later-year', now()::text)`);
    await expect(migrate(test.url)).rejects.toThrow(
      /^The database was prepared by a newer release \(999-of-a-later-year\): .+\.$/,
    );
    await test.close();
  });

  it('[A11-7a] refuse a backup that was restored without the role', async () => {
    const test = await freshDatabase();
    const refusal =
      /^The database was not restored completely \(.+\): create the role imprimatur_app, then restore .+\.$/;
    await test.owner.query('drop policy organisation on app.notice');
    await expect(migrate(test.url)).rejects.toThrow(refusal);
    await test.owner.query('alter table app.notice disable row level security');
    // As PostgreSQL says it, where the role is missing: other tests need it here.
    await test.owner.query(`create or replace function ledger.compile_read_models() returns void language plpgsql as
      $$ begin raise exception 'role "imprimatur_app" does not exist' using errcode = 'undefined_object'; end $$`);
    await expect(migrate(test.url)).rejects.toThrow(refusal);
    await test.close();
  });

  it('give the application what the job queue needs', async () => {
    const test = await freshDatabase();
    const { database } = test;
    await database.pool.query(`select graphile_worker.add_job('nothing', '{"n": 1}')`);
    const { rows } = await database.pool.query('select task_identifier from graphile_worker.jobs');
    expect(rows).toEqual([{ task_identifier: 'nothing' }]);
    await test.close();
  });

  it('put row-level security on every table that has an organisation', async () => {
    const { owner } = await testDatabase();
    const { rows } = await owner.query(`
      select c.oid::regclass::text as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
      where c.relkind in ('r', 'p') and not c.relrowsecurity
        and c.relnamespace in ('ledger'::regnamespace, 'read'::regnamespace,
         'identity'::regnamespace, 'app'::regnamespace)`);
    expect(rows).toEqual([]);
  });

  it('install a changed function again, and drop one that no file creates', async () => {
    const test = await freshDatabase();
    const exists = async (name: string) =>
      (await test.owner.query<{ found: string | null }>('select to_regproc($1) as found', [name])).rows[0]!.found;
    await test.owner.query(`
      create function app.of_an_earlier_release() returns integer language sql return 1;
      drop function app.is_empty;
      update imprimatur.function_file set sha256 = '' where name = 'housekeeping';
      insert into imprimatur.function_file values ('gone', '')`);
    expect(await pendingMigrations(test.database.pool)).toEqual(['housekeeping']);
    await migrate(test.url);
    expect(await pendingMigrations(test.database.pool)).toEqual([]);
    expect([await exists('app.of_an_earlier_release'), await exists('app.is_empty')]).toEqual([null, 'app.is_empty']);
    const { rows } = await test.owner.query(`select from imprimatur.function_file where name = 'gone'`);
    expect(rows).toEqual([]);
    await test.close();
  });
});
