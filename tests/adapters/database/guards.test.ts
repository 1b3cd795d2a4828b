import { rm } from 'node:fs/promises';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#app/adapters/environment/config.ts';
import { changedGuards, createGuardCheck, readSnapshot, takeSnapshot } from '#app/adapters/database/guards.ts';
import { start } from '#app/server/start.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { temporaryFolder } from '#tests/support/server.ts';

let test: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  test = await freshDatabase();
  dataDir = await temporaryFolder();
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('the snapshot holds what the migrations make: else run npx tsx scripts/write-schema.ts', async () => {
  expect(await takeSnapshot(test.owner)).toEqual(readSnapshot());
});

/** What the owner does, and how it is named. */
const changes: readonly [string, ...string[]][] = [
  ['alter table ledger.event disable trigger append_only', 'the trigger append_only of ledger.event was changed'],
  ['alter table ledger.event enable trigger append_only', 'the trigger append_only of ledger.event was changed'],
  ['drop trigger no_removal on ledger.head', 'the trigger no_removal of ledger.head is gone'],
  [
    `create function app.spy() returns trigger language plpgsql as 'begin return new; end';
     create trigger spy before insert on identity.session for each row execute function app.spy()`,
    'the function app.spy() was added',
    'the trigger spy of identity.session was added',
  ],
  [`create rule nothing as on insert to ledger.event do instead nothing`, 'the rule nothing of ledger.event was added'],
  ['alter table read.document disable row level security', 'the table read.document was changed'],
  ['drop policy organisation on app.upload', 'the policy organisation of app.upload is gone'],
  ['alter policy organisation on ledger.event using (true)', 'the policy organisation of ledger.event was changed'],
  ['create policy wide on read.document to imprimatur_app using (true)', 'the policy wide of read.document was added'],
  ['grant insert on ledger.event to imprimatur_app', 'the grant on ledger.event to imprimatur_app was changed'],
  ['grant select on identity.credential to public', 'the grant on identity.credential to everybody was added'],
  [
    'grant update (role) on read.user_account to imprimatur_app',
    'the grant on read.user_account.role to imprimatur_app was added',
  ],
  ['grant create on schema ledger to public', 'the schema ledger was changed'],
  ['alter table read.document owner to imprimatur_app', 'the table read.document was changed'],
  ['alter role imprimatur_app bypassrls', 'the role imprimatur_app was changed'],
  [
    `create or replace function ledger.refuse_change() returns trigger language plpgsql
     set search_path = pg_catalog, pg_temp as 'begin return null; end'`,
    'the function ledger.refuse_change() was changed',
  ],
  [
    'alter function ledger.append(uuid, json, text) security invoker',
    'the function ledger.append(p_org uuid, p_batch json, p_rows text) was changed',
  ],
  [
    'alter table ledger.event drop constraint event_position_check',
    'the constraint event_position_check of ledger.event is gone',
  ],
  [
    'alter table ledger.event drop constraint event_position_check, ' +
      'add constraint event_position_check check (position > 0) not valid',
    'the constraint event_position_check of ledger.event was changed',
  ],
  ['alter table ledger.event alter stream drop not null', 'the table ledger.event was changed'],
  ['drop index ledger.event_command', 'the unique index event_command of ledger.event is gone'],
  ['alter view read.audit set (security_invoker = false)', 'the view read.audit was changed'],
];

describe('a guard of the database that its owner changes [P11-10d] [P11-10e]', () => {
  it.each(changes)('%s', async (statement, ...named) => {
    const client = await test.owner.connect();
    try {
      await client.query('begin');
      expect(await changedGuards(client)).toEqual([]);
      await client.query(statement);
      expect(await changedGuards(client)).toEqual(expect.arrayContaining(named));
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('is none where a table was added that the product does not know', async () => {
    await test.owner.query(
      'create table app.sample (id integer primary key); grant all on app.sample to imprimatur_app',
    );
    expect(await changedGuards(test.owner)).toEqual([]);
    await test.owner.query('drop table app.sample');
  });

  it('is named where the list of guards is of other migrations', async () => {
    expect(await changedGuards(test.owner, { ...readSnapshot(), migrations: 'of a release before' })).toEqual([
      'the list migrations/guards.json is of other migrations: run npx tsx scripts/write-schema.ts',
    ]);
  });

  it('keeps the server from starting, unless the operator accepts it', async () => {
    const log = pino({ level: 'silent' });
    const environment = { DATA_DIR: dataDir, DATABASE_URL: test.url };
    await test.owner.query('alter table ledger.event disable trigger append_only');
    await expect(start(await loadConfig(environment), log, 'server')).rejects.toThrow(
      /^The database is not guarded as this release guards it: the trigger append_only of ledger.event was changed\. /,
    );
    const accepting = await start(await loadConfig({ ...environment, ACCEPT_CHANGED_GUARDS: 'true' }), log, 'server');
    await accepting.close();
    await test.owner.query('alter table ledger.event enable always trigger append_only');
    const intact = await start(await loadConfig(environment), log, 'server');
    await intact.close();
  });

  it('makes the server unready within an hour, and ready again at once', async () => {
    let now = 0;
    const { pool } = test.database;
    const check = createGuardCheck(pool, { accepted: false, now: () => now });
    await check();
    await test.owner.query('alter table ledger.event disable trigger append_only');
    now += 3_599_999;
    expect(await check()).toBeUndefined();
    now += 1;
    await expect(check()).rejects.toThrow('the trigger append_only of ledger.event was changed');
    expect(await createGuardCheck(pool, { accepted: true })()).toBe('1 changed');
    await test.owner.query('alter table ledger.event enable always trigger append_only');
    expect(await check()).toBeUndefined();
  });
});
