import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '#app/adapters/database/database.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

const ours = randomUUID();
const theirs = randomUUID();
let test: TestDatabase;

beforeAll(async () => {
  test = await freshDatabase();
  await test.owner.query('create table app.thing (org_id uuid, name text, primary key (org_id, name))');
  await test.owner.query(`select imprimatur.isolate('app.thing')`);
  await test.owner.query(`insert into app.thing values ($1, 'ours'), ($2, 'theirs')`, [ours, theirs]);
});

afterAll(() => test.close());

const names = (org: string) =>
  test.database.tenant(org, async (trx) => (await sql<{ name: string }>`select name from app.thing`.execute(trx)).rows);

describe('a transaction belongs to one organisation', () => {
  it('shows the rows of its organisation alone, though the query names none', async () => {
    expect(await names(ours)).toEqual([{ name: 'ours' }]);
    expect(await names(theirs)).toEqual([{ name: 'theirs' }]);
  });

  it('shows nothing outside a transaction, and nothing stays set on the connection', async () => {
    await names(ours);
    expect((await test.database.pool.query('select * from app.thing')).rows).toEqual([]);
  });

  it('cannot write a row of another organisation', async () => {
    const writing = test.database.tenant(ours, (trx) =>
      sql`insert into app.thing values (${theirs}, 'x')`.execute(trx),
    );
    await expect(writing).rejects.toMatchObject({ code: '42501' });
  });

  it('undoes what it did when it throws', async () => {
    const writing = test.database.tenant(ours, async (trx) => {
      await sql`insert into app.thing values (${ours}, 'half')`.execute(trx);
      throw new Error('no');
    });
    await expect(writing).rejects.toThrow('no');
    expect(await names(ours)).toEqual([{ name: 'ours' }]);
  });

  it('refuses what is no uid before it reaches the database', async () => {
    await expect(names(`${ours}'; drop table app.thing; --`)).rejects.toThrow('uid');
  });

  it('refuses statements after its end, which could reach another transaction', async () => {
    let late: Promise<unknown> = Promise.resolve();
    let now = (): void => undefined;
    const until = new Promise<void>((resolve) => (now = resolve));
    const read = test.database.read(ours, async (db) => {
      const one = () => sql`select name from app.thing`.execute(db);
      late = one().then(async () => {
        await until;
        return one();
      });
      await sql`select 1 / 0`.execute(db);
    });
    await expect(read).rejects.toMatchObject({ code: '22012' });
    const held = test.database.tenant(theirs, async (trx) => {
      now();
      await expect(late).rejects.toThrow('over');
      return (await sql<{ name: string }>`select name from app.thing`.execute(trx)).rows;
    });
    expect(await held).toEqual([{ name: 'theirs' }]);
    expect(await names(ours)).toEqual([{ name: 'ours' }]);
  });

  it('reads one state in all statements of a transaction', async () => {
    const seen = await test.database.read(ours, async (db) => {
      const ask = () => sql<{ id: string }>`select pg_current_snapshot()::text as id`.execute(db);
      const [first, second] = await Promise.all([ask(), ask()]);
      await names(theirs);
      return [first, second, await ask()].map(({ rows }) => rows[0]?.id);
    });
    expect(new Set(seen).size).toBe(1);
  });

  it('can be for reading only', async () => {
    const writing = test.database.tenant(ours, (trx) => sql`delete from app.thing`.execute(trx), { readOnly: true });
    await expect(writing).rejects.toMatchObject({ code: '25006' });
  });
});

describe('the application owns nothing', () => {
  it('may not define, drop or empty a table', async () => {
    for (const statement of ['create table app.own ()', 'drop table app.thing', 'truncate app.thing']) {
      await expect(test.database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

it('closes its connections too where only the pool itself was asked', async () => {
  const database = createDatabase({ url: test.url, as: 'application' });
  await database.pool.query('select 1');
  await database.close();
  expect(database.pool.totalCount).toBe(0);
});
