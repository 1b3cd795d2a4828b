import { randomUUID } from 'node:crypto';
import { CompiledQuery, sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { carryOrganisation, withoutOrganisation } from '#app/adapters/database/own-organisation.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

const [ours, theirs] = [randomUUID(), randomUUID()];
let test: TestDatabase;

beforeAll(async () => {
  test = await freshDatabase();
  for (const org of [ours, theirs]) {
    await test.owner.query(
      `insert into read.department (org_id, uid, name, created_at) values ($1, $2, 'Quality', now())`,
      [org, randomUUID()],
    );
    await test.owner.query(
      `insert into app.list_choice (org_id, user_uid, list, choice) values ($1, $2, 'team', '{}')`,
      [org, randomUUID()],
    );
  }
});
afterAll(() => test.close());

const rowLevelSecurity = async (state: 'disable' | 'enable') => {
  for (const table of ['read.department', 'app.list_choice'])
    await test.owner.query(`alter table ${table} ${state} row level security`);
};

/** Who is seen by every way to ask, in a transaction of `ours`. */
async function seen(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ org_id: string }>`select org_id from ${ownRows('read.department')} d`.execute(db);
  const asked = await Promise.all([
    db.selectFrom('read.department').select('org_id').execute(),
    db
      .selectFrom('read.department as d')
      .select('d.org_id')
      .where(sql<boolean>`true or d.name = ''`)
      .execute(),
    db
      .selectFrom(sql<{ one: number }>`(select 1 as one)`.as('x'))
      .leftJoin('read.department as d', (on) => on.onTrue())
      .select('d.org_id')
      .execute(),
    db.selectFrom(db.selectFrom('read.department').selectAll().as('inner')).select('inner.org_id').execute(),
    db
      .with('all', (cte) => cte.selectFrom('read.department').select('org_id'))
      .selectFrom('all')
      .select('org_id')
      .execute(),
    db.updateTable('app.list_choice').set({ list: 'team' }).returning('org_id').execute(),
    db.deleteFrom('app.list_choice').returning('org_id').execute(),
  ]);
  return [...rows, ...asked.flat()].map(({ org_id }) => org_id ?? 'none');
}

class Undone extends Error {}

/** Runs `work` in a transaction of `ours` that is rolled back, with the product's plugin or without it. */
async function within<T>(plugin: boolean, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  if (!plugin)
    return test.database.kysely.connection().execute(async (connection) => {
      await connection.executeQuery(CompiledQuery.raw(`begin; set local imprimatur.org = '${ours}'`));
      try {
        return await work(connection);
      } finally {
        await connection.executeQuery(CompiledQuery.raw('rollback'));
      }
    });
  let result: T;
  await test.database
    .tenant(ours, async (db) => {
      result = await work(db);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return result!;
}

const own = Array.from({ length: 8 }, () => ours);

describe('organisations are separated twice [P11-10d]', () => {
  it('by what each query carries, with row-level security switched off', async () => {
    await rowLevelSecurity('disable');
    expect(await within(true, seen)).toEqual(own);
    // Without both, the other organisation is seen: the test tests something.
    expect(new Set(await within(false, seen))).toEqual(new Set([ours, theirs]));
    await rowLevelSecurity('enable');
  });

  it('by row-level security, with what queries carry taken away', async () => {
    expect(await within(false, seen)).toEqual(own);
  });

  it('both, and a row of another organisation is refused before it is sent', async () => {
    expect(await within(true, seen)).toEqual(own);
    const values = { org_id: theirs, user_uid: randomUUID(), list: 'team' as const, choice: '{}' as never };
    const inserting = within(true, (db) => db.insertInto('app.list_choice').values(values).execute());
    await expect(inserting).rejects.toThrow('A row of another organisation for list_choice');
    await within(true, (db) =>
      db
        .insertInto('app.list_choice')
        .values({ ...values, org_id: ours })
        .execute(),
    );
  });

  it('keeps a condition with or in parentheses', () => {
    const db = test.database.kysely.withPlugin(carryOrganisation(ours));
    const { sql: text } = db
      .selectFrom('read.department')
      .select('uid')
      .where(sql<boolean>`true or false`)
      .compile();
    expect(text).toMatch(/where "read"."department"."org_id" = \$1 and \(true or false\)$/);
  });

  it('knows the tables that have no organisation', async () => {
    const { rows } = await test.owner.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('read', 'ledger', 'identity', 'app') and c.relkind in ('r', 'p', 'v') and not exists (
         select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
       order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(withoutOrganisation);
  });
});
