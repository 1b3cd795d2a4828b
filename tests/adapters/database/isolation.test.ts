import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { loadConfig } from '#app/adapters/environment/config.ts';
import { createServices, type Services } from '#app/server/services.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { buildScenario, type Scenario } from '#tests/support/scenario.ts';
import { storeText } from '#app/search/text/store.ts';
import { shared } from '#tests/support/shared.ts';

let db: TestDatabase;
let services: Services;
let scenario: Scenario;
let dataDir: string;
let tables: string[] = [];
/** As the product's role, with nothing of the product's code in between. */
let raw: pg.PoolClient;

const ours = () => scenario.ours.world.org;
const theirs = () => scenario.theirs.world.org;
const all = async <T extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
  (await db.owner.query<T>(statement, values)).rows;

beforeAll(async () => {
  db = await freshDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-isolation-'));
  const config = await loadConfig({
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    PDF_SECONDS: '120',
  });
  services = await createServices({ config, databaseUrl: db.url, log: pino({ level: 'silent' }), ...shared });
  scenario = await buildScenario(services);
  for (const { world, admin } of [scenario.ours, scenario.theirs]) {
    await world.act(admin, signIn('screen', null), { email: admin.email, password: admin.password });
    await services.checkpoints.sign(world.org);
    const text = { org: world.org, document: world.org, sha256: '0'.repeat(64), pages: [`Sandalwood of ${world.org}`] };
    await storeText(services.database, { ...text, readAt: services.now() });
  }
  const found = await all<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name 
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
     where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^(pg_|information_schema|graphile_worker)' order by 1`,
  );
  tables = found.map(({ name }) => name);
  for (const table of tables) for (const org of [ours(), theirs()]) await fill(table, org);
  raw = await services.database.pool.connect();
});

afterAll(async () => {
  raw.release();
  await services.close();
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

const plain: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: "'x'",
  jsonb: "'{}'",
  smallint: '8',
  bytea: 'sha256(gen_random_uuid()::text::bytea)',
  integer: '1',
  bigint: '1',
  boolean: 'false',
  'timestamp with time zone': 'now()',
};

/** What only some values may stand in, by column and type. */
const particular: Record<string, string> = {
  'fingerprint text': "repeat('0', 64)",
  'key text': "repeat('0', 64)",
  'state text': "'waiting'",
  'delivery text': "'at_once'",
  'types jsonb': "'[]'",
  'areas jsonb': "'[]'",
  'kinds jsonb': "'[]'",
  'expires_at timestamp with time zone': "now() + interval '1 day'",
};

const valueOf = (type: string): string =>
  type.endsWith('[]') ? `array[${valueOf(type.slice(0, -2))}]` : (plain[type] ?? 'null');

/** Gives a table that the scenario leaves empty a row of each organisation, so that a new table is covered too. */
async function fill(table: string, org: string): Promise<void> {
  const [held] = await all(`select 1 from ${table} where org_id = $1 limit 1`, [org]);
  if (held) return;
  const columns = await all<{ name: string; type: string }>(
    `select quote_ident(attname) as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attnotnull and not atthasdef
       and attname <> 'org_id' and not attisdropped and attidentity = ''`,
    [table],
  );
  const names = ['org_id', ...columns.map(({ name }) => name)];
  const values = ['$1', ...columns.map(({ name, type }) => particular[`${name} ${type}`] ?? valueOf(type))];
  await all(`insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`, [org]);
}

/** Runs statements as the product's role in a rolled-back transaction, with the organisation's setting or without. */
async function asProduct<T extends pg.QueryResultRow>(org: string | null, statement: string, values: unknown[] = []) {
  await raw.query('begin');
  try {
    if (org) await raw.query(`select set_config('imprimatur.org', $1, true)`, [org]);
    return await raw.query<T>(statement, values);
  } finally {
    await raw.query('rollback');
  }
}

const organisationsIn = async (org: string | null, table: string) =>
  (await asProduct<{ org_id: string }>(org, `select distinct org_id from ${table}`)).rows.map(({ org_id }) => org_id);

describe('[P11-10d] with every filter of the application removed', () => {
  it('finds the tables by the catalog, and both organisations in each', async () => {
    expect(tables.length).toBeGreaterThan(20);
    for (const table of tables) {
      const rows = await all<{ org_id: string }>(`select distinct org_id from ${table}`);
      expect([table, rows.map(({ org_id }) => org_id).toSorted()]).toEqual([table, [ours(), theirs()].toSorted()]);
    }
  });

  it('reads nothing where no organisation is set', async () => {
    for (const table of tables) expect([table, await organisationsIn(null, table)]).toEqual([table, []]);
  });

  it('finds words in its own documents alone', async () => {
    for (const org of [null, ours(), theirs()]) {
      const pages = await asProduct<{ document_uid: string }>(
        org,
        `select document_uid from read.pages_with(to_tsquery('english', 'sandalwood'), '{}', 9)`,
      );
      expect(pages.rows.map((page) => page.document_uid)).toEqual(org ? [org] : []);
    }
  });

  it('reads its own organisation alone', async () => {
    for (const [org, other] of [
      [ours(), theirs()],
      [theirs(), ours()],
    ] as const)
      for (const table of tables) {
        expect([table, await organisationsIn(org, table)]).toEqual([table, [org]]);
        const asked = await asProduct(org, `select * from ${table} where org_id = $1`, [other]);
        expect([table, asked.rowCount]).toEqual([table, 0]);
      }
  });

  it('finds no row of another organisation by its uid', async () => {
    const { documents } = scenario.ours;
    for (const uid of Object.values(documents))
      for (const [table, column] of [
        ['read.document', 'uid'],
        ['read.document_version', 'document_uid'],
        ['read.training_record', 'document_uid'],
        ['read.approval', 'document_uid'],
        ['read.audit', 'subject'],
      ] as const) {
        const rows = await asProduct(theirs(), `select 1 from ${table} where ${column} = $1`, [uid]);
        expect(rows.rowCount).toBe(0);
      }
    const stream = `document-${documents.effective}`;
    expect((await services.ledger.readStream(theirs(), stream)).events).toEqual([]);
  });

  it('finds by name what is its own alone', async () => {
    const found = async (org: string | null, named: string, words: string) =>
      (await asProduct<{ uids: string[] | null }>(org, `select read.${named}($1) as uids`, [words])).rows[0]!.uids;
    for (const [named, from, uid] of [
      ['documents_named', 'read.document where true', 'uid'],
      ['documents_in_force_named', `read.document_version where status = 'EFFECTIVE'`, 'document_uid'],
    ] as const) {
      const held = await all<{ org: string; uid: string; name: string }>(
        `select org_id as org, ${uid} as uid, name from ${from} and char_length(name) > 2`,
      );
      expect(new Set(held.map(({ org }) => org))).toEqual(new Set([ours(), theirs()]));
      for (const { org, uid: document, name } of held) {
        const other = org === ours() ? theirs() : ours();
        expect(await found(org, named, name)).toContain(document);
        expect(await found(other, named, name)).not.toContain(document);
        expect(await found(null, named, name)).toBeNull();
      }
    }
  });

  it('changes, removes and adds nothing of another organisation', async () => {
    for (const table of tables) {
      const may = async (privilege: string) =>
        (await asProduct<{ may: boolean }>(null, `select has_table_privilege($1, $2) as may`, [table, privilege]))
          .rows[0]!.may;
      if (await may('UPDATE')) {
        const changed = await asProduct(ours(), `update ${table} set org_id = $1 where org_id = $2`, [
          ours(),
          theirs(),
        ]);
        expect([table, changed.rowCount]).toEqual([table, 0]);
        await expect(asProduct(ours(), `update ${table} set org_id = $1`, [theirs()])).rejects.toMatchObject({
          code: '42501',
        });
      }
      if (await may('DELETE')) {
        const removed = await asProduct(ours(), `delete from ${table} where org_id = $1`, [theirs()]);
        expect([table, removed.rowCount]).toEqual([table, 0]);
      }
      if (await may('INSERT')) {
        const [row] = await all<{ row: unknown }>(
          `select to_jsonb(t) as row from ${table} t where org_id = $1 limit 1`,
          [theirs()],
        );
        const adding = asProduct(
          ours(),
          `insert into ${table} overriding system value select * from jsonb_populate_record(null::${table}, $1)`,
          [row!.row],
        );
        await expect(adding, table).rejects.toMatchObject({ code: '42501' });
      }
    }
  });
});
