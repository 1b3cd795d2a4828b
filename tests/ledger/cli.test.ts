import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LedgerWorld, ledgerWorld, one } from './world.ts';

let world: LedgerWorld;
let dataDir: string;
beforeAll(async () => {
  world = await ledgerWorld();
  // Its read model is none of the product's, and would be named.
  await world.owner.query('drop table read.thing; select ledger.compile_read_models()');
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-cli-'));
});
afterAll(async () => {
  await world.close();
  await rm(dataDir, { recursive: true, force: true });
});

const ledger = (...words: string[]) => ledgerWith({}, ...words);
const ledgerWith = (
  settings: Record<string, string>,
  ...words: string[]
): Promise<{ code: number; output: string; errors: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: world.url, DATA_DIR: dataDir, ...settings };
    execFile(
      process.execPath,
      ['scripts/run.mjs', 'app/server/cli/ledger.ts', ...words],
      { env },
      (error, output, errors) => resolve({ code: error ? Number(error.code) : 0, output, errors }),
    );
  });

describe('npm run ledger', () => {
  it('signs, proves, verifies, and exits 1 with position and reason on damage [P11-10a3]', async () => {
    expect(await ledger('verify')).toMatchObject({
      code: 1,
      output: 'There is no organisation in the database of DATABASE_URL: nothing was verified.\n',
    });
    const org = randomUUID();
    for (const stream of ['a', 'b', 'c']) await world.ledger.append(one(org, stream));
    const signed = await ledger('checkpoint');
    expect(signed.output).toMatch(new RegExp(`^imprimatur/${org}\\n3\\n[^\\n]+\\n\\n— imprimatur/${org} `));
    const proof = await ledger('proof', '--org', org, '--position', '2');
    expect(proof.output).toContain(`c2sp.org/tlog-proof@v1\nindex 1\n`);
    expect(proof.output).toContain(signed.output.trim());
    const key = await ledger('key');
    expect(key.output).toMatch(new RegExp(`^imprimatur/${org}\\+[0-9a-f]{8}\\+A`));

    const whole = await ledger('verify');
    expect(whole).toMatchObject({ code: 0, errors: '' });
    expect(whole.output).toMatch(
      new RegExp(`^${org}: 3 events, root [^,]{44}, 1 checkpoints, 0 files, [0-9.]+ s, intact\\n$`),
    );

    // The key was replaced: what the one before signed counts where it is named.
    const replaced = { SIGNING_KEY: Buffer.alloc(32, 7).toString('base64'), FORMER_KEYS: key.output };
    expect(await ledgerWith(replaced, 'verify')).toMatchObject({
      code: 0,
      output: expect.stringContaining('intact'),
      errors: '',
    });

    await world.tamper(`update ledger.event set canonical = canonical || ' ' where org_id = $1 and position = 2`, [
      org,
    ]);
    const damaged = await ledger('verify', '--org', org);
    expect(damaged.code).toBe(1);
    expect(damaged.output).toContain(
      '\n  position 2: the stored bytes do not have the recorded hash: a byte was changed\n',
    );

    // A checkpoint from outside the database shows when the end and its checkpoint are gone.
    const saved = path.join(dataDir, 'saved');
    await writeFile(saved, signed.output);
    await world.tamper('delete from ledger.checkpoint where org_id = $1', [org]);
    expect(await ledger('verify')).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        '\n  positions 1 to 3: the checkpoint number 1, signed of these events, is gone\n',
      ),
    });
    await world.tamper('alter table ledger.signed disable trigger user');
    await world.tamper('delete from ledger.signed where org_id = $1', [org]);
    await world.tamper('alter table ledger.signed enable always trigger no_removal');
    await world.tamper('delete from ledger.event where org_id = $1', [org]);
    await world.tamper(`update ledger.head set size = 0, frontier = '', recorded_at = '-infinity' where org_id = $1`, [
      org,
    ]);
    expect(await ledger('verify')).toMatchObject({ code: 0 });
    // The read models outlive a removed ledger.
    await world.owner.query(
      `insert into read.organisation (org_id, uid, name, domain, settings, created_at)
       values ($1, $1, 'N', 'n.example', '{}', now())`,
      [org],
    );
    expect(await ledger('verify')).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `\n${org}: the read models have this organisation and the ledger has no event of it, DAMAGED\n`,
      ),
    });
    await world.owner.query('delete from read.organisation where org_id = $1', [org]);
    const cut = await ledger('verify', '--checkpoint', saved);
    expect(cut).toMatchObject({ code: 1, output: expect.stringContaining('positions 1 to 3: no event is there') });
  });

  it('names a guard of the database that was changed [P11-10d]', async () => {
    await world.owner.query('alter table ledger.event disable trigger append_only');
    const { code, output } = await ledger('verify');
    expect(code).toBe(1);
    expect(output).toContain(
      'The guards of the database: the trigger append_only of ledger.event was changed, DAMAGED\n',
    );
    await world.owner.query('alter table ledger.event enable always trigger append_only');
  });

  it('verifies against the file that it printed for every organisation, and names a missing ledger', async () => {
    await world.ledger.append(one(randomUUID(), 'a'));
    await world.ledger.append(one(randomUUID(), 'a'));
    // The first of all in the order of printing has recorded nothing.
    await world.tamper(`insert into ledger.head (org_id) values ('00000000-0000-4000-8000-000000000000')`);
    const saved = path.join(dataDir, 'printed');
    await writeFile(saved, (await ledger('checkpoint')).output);
    expect(await ledger('verify', '--checkpoint', saved)).toMatchObject({ code: 0, errors: '' });

    await writeFile(saved, 'Dear auditor, as I promised\n');
    expect(await ledger('verify', '--checkpoint', saved)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('printed holds no checkpoint'),
    });
    const gone = `imprimatur/${randomUUID()}`;
    await writeFile(saved, `${gone}\n1\n${'A'.repeat(43)}=\n\n— ${gone} AAAA\n`);
    expect(await ledger('verify', '--checkpoint', saved)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`names ${gone}, and this database has no such ledger`),
    });
  });

  it('works to its end where nobody reads what it prints', async () => {
    await world.ledger.append(one(randomUUID(), 'a'));
    const env = { ...process.env, DATABASE_URL: world.url, DATA_DIR: dataDir };
    const words = ['-c', 'node scripts/run.mjs app/server/cli/ledger.ts key | true; echo "${PIPESTATUS[0]}"'];
    const { stdout, stderr } = await promisify(execFile)('bash', words, { env });
    expect([stdout, stderr]).toEqual(['0\n', '']);
  });

  it('says how it is used, and what is not there', async () => {
    expect(await ledger('--help')).toEqual({
      code: 0,
      output: expect.stringContaining('proof --org UID --position N'),
      errors: '',
    });
    expect(await ledger('repair')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('proof --org UID --position N'),
    });
    expect(await ledger('proof', '--org', randomUUID())).toMatchObject({
      code: 1,
      errors: expect.stringContaining('--position N'),
    });
    expect(await ledger('verify', '--org', 'x')).toMatchObject({
      code: 1,
      errors: '--org takes the uid of an organisation.\n',
    });
    expect(await ledger('checkpoint', '--org', randomUUID())).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is no organisation'),
    });
  });

  it('says in a sentence that the files cannot be read, where their bucket is away', async () => {
    const org = randomUUID();
    const file = {
      objectKey: `${org}/${randomUUID()}/${randomUUID()}/original`,
      sha256: '0'.repeat(64),
      name: 'a.pdf',
    };
    await world.ledger.append(one(org, 'a', { data: { file } }));
    const bucket = {
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'i',
      S3_SECRET_ACCESS_KEY: 's',
    };
    expect(await ledgerWith(bucket, 'verify', '--org', org)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(
        /^The checkpoints in the bucket, .+ cannot be read, so nothing was verified: .+\.\n$/,
      ),
    });
  });

  it('names a single file that cannot be read, and goes on', async () => {
    const org = randomUUID();
    const objectKey = `${org}/${randomUUID()}/${randomUUID()}/original`;
    const gone = `${org}/${randomUUID()}/${randomUUID()}/original`;
    const [sha256, name] = ['0'.repeat(64), 'a.pdf'];
    for (const key of [objectKey, gone])
      await world.ledger.append(one(org, key, { data: { file: { objectKey: key, sha256, name } } }));
    await mkdir(path.join(dataDir, 'files/objects', objectKey), { recursive: true });
    expect(await ledger('verify', '--org', org)).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /\n {2}position 1: the file a\.pdf \(.+\) cannot be read from storage: The stored file is not a file: a folder lies in its place, which was not followed\n {2}position 2: the file a\.pdf \(.+\) is gone from storage\n {2}positions 1 to 2: not signed yet; .+\n$/,
      ),
    });
  });

  it('reports at every start that the key was lost and replaced, until the former one is named', async () => {
    const org = randomUUID();
    await world.ledger.append(one(org, 'a'));
    await ledger('checkpoint', '--org', org);
    const before = await ledger('key', '--org', org);
    expect(before.errors).toBe('');
    await rm(path.join(dataDir, 'signing.key'));

    const warning = expect.stringMatching(
      /^Checkpoints were signed with another key than DATA_DIR\/signing\.key: restore that key from a backup .+\n$/,
    );
    expect(await ledger('key')).toMatchObject({ code: 0, errors: warning });
    await world.ledger.append(one(org, 'b'));
    expect(await ledger('checkpoint', '--org', org)).toMatchObject({ code: 0, errors: warning });
    expect(await ledger('verify', '--org', org)).toMatchObject({ code: 1, errors: warning });
    const named = { FORMER_KEYS: before.output };
    expect(await ledgerWith(named, 'verify', '--org', org)).toMatchObject({ code: 0, errors: '' });
  });
});
