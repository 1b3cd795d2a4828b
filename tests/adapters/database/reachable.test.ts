import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { reachable } from '#app/adapters/database/reachable.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

let db: TestDatabase;
let other: TestDatabase;
/** A role belongs to the whole server, which other tests use too: this one's login is another's. */
const login = 'imprimatur_app_other';
beforeAll(async () => {
  [db, other] = [await freshDatabase(), await freshDatabase()];
  await db.owner.query(`create role ${login} login password 'one-of-its-own'`);
  await db.owner.query(`alter role imprimatur_app login password 'one-of-its-own'`);
});
afterAll(async () => {
  await db.owner.query(`drop role ${login}`);
  await db.owner.query('alter role imprimatur_app nologin');
  await Promise.all([db.close(), other.close()]);
});

const as = (user: string, { url }: TestDatabase, password = 'one-of-its-own') =>
  url.replace(/\/\/[^@]*@/, `//${user}:${password}@`);
const applicationUrlOf = async (applicationUrl: string | null) =>
  (await reachable(db.url, applicationUrl)).applicationUrl();

it('uses DATABASE_APP_URL as the application’s address', async () => {
  const url = await applicationUrlOf(as('imprimatur_app', db));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set role none');
  await expect(client.query('update ledger.event set type = type')).rejects.toMatchObject({ code: '42501' });
  await client.end();
  expect(await applicationUrlOf(null)).toBe(db.url);
});

it('refuses a DATABASE_APP_URL of another role or database', async () => {
  await expect(applicationUrlOf(as(login, db))).rejects.toThrow('DATABASE_APP_URL must log in as imprimatur_app.');
  await expect(applicationUrlOf(db.url)).rejects.toThrow('DATABASE_APP_URL must log in as imprimatur_app.');
  await expect(applicationUrlOf(as('imprimatur_app', other))).rejects.toThrow('the same database as DATABASE_URL');
  await expect(applicationUrlOf(as('imprimatur_app', db, 'wrong'))).rejects.toThrow(
    /^DATABASE_APP_URL cannot be connected to: /,
  );
});

it('names the missing password of an address', async () => {
  await expect(reachable(db.url.replace(/:[^:@/]+@/, '@'), null)).rejects.toThrow(
    'DATABASE_URL cannot be connected to: it holds no password, and the server asks for one.',
  );
});
