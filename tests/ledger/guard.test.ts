import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LedgerWorld, ledgerWorld, one } from './world.ts';

let world: LedgerWorld;
const [ours, theirs] = [randomUUID(), randomUUID()];
const tables = ['event', 'node', 'checkpoint'] as const;

beforeAll(async () => {
  world = await ledgerWorld();
  for (const org of [ours, theirs]) {
    await world.ledger.append(one(org, 's'));
    await world.checkpoints.sign(org);
  }
});
afterAll(() => world.close());

/** As the application's role, within an organisation, without any filter of its own. */
const within = async (org: string | null, statement: string) => {
  const client = await world.database.pool.connect();
  try {
    await client.query('begin');
    if (org) await client.query(`select set_config('imprimatur.org', $1, true)`, [org]);
    const { rows } = await client.query<{ org_id: string }>(statement);
    return rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
};

describe('the ledger is append-only [P11-10e] [ISO13485-425a]', () => {
  it.each(tables)('the application may not insert into, change, delete from or truncate ledger.%s', async (table) => {
    for (const statement of [
      `insert into ledger.${table} select * from ledger.${table}`,
      `update ledger.${table} set org_id = org_id`,
      `delete from ledger.${table}`,
      `truncate ledger.${table}`,
    ])
      await expect(within(ours, statement), statement).rejects.toMatchObject({ code: '42501' });
  });

  it.each(tables)('a trigger refuses even the owner to change, delete from or truncate ledger.%s', async (table) => {
    for (const [statement, operation] of [
      [`update ledger.${table} set org_id = org_id`, 'UPDATE'],
      [`delete from ledger.${table} where false`, 'DELETE'],
      [`truncate ledger.${table}`, 'TRUNCATE'],
    ] as const)
      await expect(world.owner.query(statement), statement).rejects.toMatchObject({
        code: '42501',
        message: `ledger.${table} is append-only: ${operation} is refused`,
      });
  });

  it('the triggers fire also where triggers are off for replicas', async () => {
    const client = await world.owner.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await expect(client.query('delete from ledger.event')).rejects.toThrow('append-only');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('heads cannot be removed, nor written by the application', async () => {
    await expect(world.owner.query('delete from ledger.head')).rejects.toThrow('append-only');
    await expect(world.owner.query('truncate ledger.head')).rejects.toThrow('append-only');
    await expect(within(ours, 'update ledger.head set size = 0')).rejects.toMatchObject({ code: '42501' });
    await expect(within(ours, `insert into ledger.head (org_id) values (gen_random_uuid())`)).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('the count of checkpoints cannot be removed, nor written by the application', async () => {
    await expect(world.owner.query('delete from ledger.signed')).rejects.toThrow('append-only');
    await expect(world.owner.query('truncate ledger.signed')).rejects.toThrow('append-only');
    await expect(within(ours, 'update ledger.signed set number = 1')).rejects.toMatchObject({ code: '42501' });
    await expect(within(ours, 'insert into ledger.signed values (gen_random_uuid(), 1, 1)')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('the application cannot call what writes the read models, nor compile it', async () => {
    await expect(within(ours, `select ledger.project('thing', 'remove', '{}')`)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(within(ours, `select ledger.compile_read_models()`)).rejects.toMatchObject({ code: '42501' });
  });

  it('a checkpoint cannot run ahead of the ledger, nor be put behind a later one', async () => {
    const record = (size: number) =>
      `select ledger.record_checkpoint('${ours}', ${size}, decode(repeat('00', 32), 'hex'), 'x') as org_id`;
    await expect(within(ours, record(2))).rejects.toThrow(/beyond the ledger/);
    expect(await within(ours, record(1))).toEqual([{ org_id: false }]);
  });
});

describe('an organisation sees its own ledger alone, though the query names none [P11-10d]', () => {
  it.each(['event', 'checkpoint', 'head', 'signed'])('ledger.%s', async (table) => {
    const orgs = async (org: string | null) =>
      (await within(org, `select org_id from ledger.${table}`)).map((row) => row.org_id);
    expect(await orgs(ours)).toEqual([ours]);
    expect(await orgs(theirs)).toEqual([theirs]);
    expect(await orgs(null)).toEqual([]);
  });

  it('every table of the ledger has row-level security', async () => {
    const { rows } = await world.owner.query<{ relname: string; relrowsecurity: boolean }>(
      `select relname, relrowsecurity from pg_class where relnamespace = 'ledger'::regnamespace
         and relkind = 'r' order by 1`,
    );
    expect(rows).toEqual(
      ['checkpoint', 'event', 'head', 'node', 'signed'].map((relname) => ({ relname, relrowsecurity: true })),
    );
  });

  it('a reader leaves nothing set on its connection', async () => {
    await world.ledger.readStream(ours, 's');
    const { rows } = await world.database.pool.query('select org_id from ledger.event');
    expect(rows).toEqual([]);
  });

  it('jobs and the console see every organisation by uid and size alone', async () => {
    const { rows } = await world.database.pool.query('select * from ledger.organisations()');
    expect(rows).toEqual([ours, theirs].sort().map((org_id) => ({ org_id, size: '1', checkpoint_size: '1' })));
  });
});
