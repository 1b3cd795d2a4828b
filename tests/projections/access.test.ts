import { describe, expect, test } from 'vitest';
import { check } from '#projections/rebuild/check.ts';
import { readTables } from '#projections/table-keys.ts';
import { History } from './history.ts';
import { openLedger } from './rows.ts';

const { db, ledger } = await openLedger();
const [ours, theirs] = [await History.begin(ledger), await History.begin(ledger)];
for (const history of [ours, theirs]) await history.createDocument(1);

describe('the application may read its own organisation, and write nothing', () => {
  test.each([...readTables, 'audit'] as const)('read.%s', async (table) => {
    const foreign = await db.database.tenant(ours.org, (trx) =>
      trx.selectFrom(`read.${table}`).select('org_id').where('org_id', '<>', ours.org).execute(),
    );
    expect(foreign).toEqual([]);
    expect(await db.database.kysely.selectFrom(`read.${table}`).select('org_id').execute()).toEqual([]);
  });

  test.each(readTables)('no row of read.%s is written, changed or taken away', async (table) => {
    for (const statement of [
      `insert into read.${table} (org_id) values (gen_random_uuid())`,
      `update read.${table} set org_id = org_id`,
      `delete from read.${table}`,
      `truncate read.${table}`,
    ])
      await expect(db.database.pool.query(statement)).rejects.toThrow(/permission denied/);
  });
});

describe('check', () => {
  test('names each row that is changed, missing or extra, and each column that differs', async () => {
    const uid = [...ours.documents.keys()][0]!;
    const ghost = '00000000-0000-4000-8000-00000000dead';
    const [employee] = ours.users().filter(({ role }) => role === 'EMPLOYEE');
    expect(await check({ pool: db.owner, org: ours.org })).toMatchObject([
      { count: 0, position: String(ours.position) },
    ]);
    await db.owner.query(`update read.document set status = 'EFFECTIVE', retired_reason = 'x' where uid = $1`, [uid]);
    await db.owner.query('delete from read.user_account where uid = $1', [employee!.uid]);
    await db.owner.query('insert into read.department (org_id, uid, name, created_at) values ($1, $2, $3, now())', [
      ours.org,
      ghost,
      'Ghosts',
    ]);
    const [result] = await check({ pool: db.owner, org: ours.org });
    expect(result!.count).toBe(3);
    expect(result!.tables.flatMap(({ first }) => first)).toEqual([
      { table: 'user_account', key: { uid: employee!.uid }, kind: 'missing', columns: [] },
      { table: 'department', key: { uid: ghost }, kind: 'extra', columns: [] },
      { table: 'document', key: { uid }, kind: 'changed', columns: ['status', 'status_order', 'retired_reason'] },
    ]);
    expect(await check({ pool: db.owner, org: theirs.org })).toMatchObject([{ count: 0 }]);
  });
});
