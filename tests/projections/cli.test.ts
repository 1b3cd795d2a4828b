import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { History } from './history.ts';
import { openLedger } from './rows.ts';

const { db, ledger } = await openLedger({ fresh: true });
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-cli-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function projections(...words: string[]): Promise<{ code: number; output: string; errors: string }> {
  const env = { ...process.env, DATABASE_URL: db.url, DATA_DIR: dataDir };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/run.mjs', 'app/server/cli/projections.ts', ...words],
      { env },
      (error, output, errors) => resolve({ code: error ? Number(error.code) : 0, output, errors }),
    );
  });
}

describe('npm run projections', () => {
  test('check names the table and the key that differ and exits 1; rebuild puts them right', async () => {
    const history = await History.begin(ledger);
    const uid = await history.createDocument(1);
    expect(await projections('check')).toMatchObject({
      code: 0,
      output: expect.stringContaining('no differences'),
    });

    await db.owner.query(`update read.document set name = 'Forged', doc_num = '999' where uid = $1`, [uid]);
    const found = await projections('check', '--org', history.org);
    expect(found.code).toBe(1);
    expect(found.output).toContain(`document, uid ${uid}: differs in name, doc_num, name_key, name_folded`);

    expect(await projections('check', '--model', 'users', '--model', 'training-records')).toMatchObject({ code: 0 });
    expect(await projections('rebuild', '--model', 'document-text')).toMatchObject({
      code: 0,
      output: expect.stringContaining('the text of 0 documents read'),
    });
    expect(await projections('rebuild', '--model', 'users')).toMatchObject({
      code: 0,
      output: expect.stringContaining('nothing to repair'),
    });

    const repaired = await projections('rebuild', '--model', 'documents');
    expect(repaired).toMatchObject({ code: 0, output: expect.stringContaining('1 written and 1 removed') });
    expect(await projections('check')).toMatchObject({ code: 0 });
  });

  test('names the position of an unreadable event, exits 1, and continues with the next organisation', async () => {
    const [broken, unknown, whole] = [
      await History.begin(ledger),
      await History.begin(ledger),
      await History.begin(ledger),
    ];
    const tamper = async (org: string, canonical: string) => {
      await db.owner.query('alter table ledger.event disable trigger user');
      await db.owner.query(`update ledger.event set canonical = ${canonical} where org_id = $1 and position = 2`, [
        org,
      ]);
      await db.owner.query('alter table ledger.event enable always trigger append_only');
    };
    await tamper(broken.org, 'left(canonical, 100)');
    await tamper(unknown.org, `regexp_replace(canonical, '"type":"[A-Za-z]+"', '"type":"Nothing"')`);
    for (const word of ['check', 'rebuild']) {
      const { code, output, errors } = await projections(word);
      expect({ code, errors }).toEqual({ code: 1, errors: '' });
      for (const { org } of [broken, unknown])
        expect(output).toContain(`${org}: the event at position 2 cannot be read: npm run ledger -- verify names`);
      expect(output).toMatch(new RegExp(`${whole.org}: .+ events, `));
    }
  });

  test('says how it is used, and that an organisation is not there', async () => {
    expect(await projections('repair')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('rebuild [--org UID]'),
    });
    expect(await projections('check', '--model', 'document')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is no read model document.'),
    });
    expect(await projections('check', '--org', '00000000-0000-4000-8000-000000000000')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is no organisation'),
    });
  });
});
