import { rm } from 'node:fs/promises';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { type Config, loadConfig } from '#app/adapters/environment/config.ts';
import { createPool } from '#app/adapters/database/pool.ts';
import { migrate } from '#app/adapters/database/migrate.ts';
import { checkpointKeyName } from '#app/audit/checkpoints/key-name.ts';
import { start, type Started } from '#app/server/start.ts';
import type { FileCheck } from '#events/ledger/verify/files.ts';
import { verify } from '#events/ledger/verify/verify.ts';
import { recordedFiles } from '#events/recorded-files.ts';
import { check } from '#projections/rebuild/check.ts';
import { visit } from '#tests/support/visiting.ts';
import { catalogueOf } from '#tests/support/catalogue.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { restoreEarlierInstallation } from '#tests/support/earlier-installation.ts';
import { temporaryFolder } from '#tests/support/server.ts';

let dataDir: string;
let config: Config;
let started: Started;
beforeAll(async () => {
  dataDir = await temporaryFolder();
  await restoreEarlierInstallation(dataDir);
  config = await loadConfig({ DATA_DIR: dataDir });
  started = await start(config, pino({ level: 'silent' }), 'server');
});
afterAll(async () => {
  await started.close();
  await rm(dataDir, { recursive: true, force: true });
});

const asOwner = async <T>(work: (pool: ReturnType<typeof createPool>) => Promise<T>): Promise<T> => {
  const pool = createPool({ url: started.ownerUrl, as: 'owner', max: 4 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
};

/** The damages of every ledger, with the files that it names, and how many events and files were read. */
const verified = () =>
  asOwner(async (pool) => {
    const { storage } = started.services;
    const digest = async (org: string, key: string) => {
      const stored = await storage.within(org).digest(key);
      return stored.ok ? stored.value.sha256 : null;
    };
    const files: FileCheck = { list: ({ data }) => recordedFiles(data), digest };
    const found = { damages: [] as unknown[], positions: 0, files: 0 };
    for await (const one of verify({
      pool,
      keys: [config.verifyingKey],
      keyName: checkpointKeyName,
      files,
    })) {
      found.damages.push(...one.damages);
      found.positions += one.positions;
      found.files += one.files;
    }
    return found;
  });

describe('[A11-17b] an installation of commit 54e0070', () => {
  it('has the same catalogue as a new database', async () => {
    const fresh = await freshDatabase();
    expect(await asOwner(catalogueOf)).toEqual(await catalogueOf(fresh.owner));
    await fresh.close();
  });

  it('verifies, and its read models agree with the ledger', async () => {
    expect(await verified()).toEqual({ damages: [], positions: expect.any(Number), files: expect.any(Number) });
    expect((await asOwner((pool) => check({ pool }))).filter(({ count }) => count > 0)).toEqual([]);
  });

  it('signs a person in, which the ledger records', async () => {
    const before = await verified();
    expect(before.positions).toBeGreaterThan(200);
    expect(before.files).toBeGreaterThan(20);
    const credential = { email: 'ines.okafor@northmere.example', password: 'verdigris-lantern-42' };
    const entered = await visit({ ...started.services, clock: { now: null } }, signIn('screen', null), credential);
    expect(entered).toMatchObject({ ok: true, value: { account: { firstName: 'Ines' } } });
    const after = await verified();
    expect(after.damages).toEqual([]);
    expect(after.positions).toBeGreaterThan(before.positions);
  });
});

it('refuses a database of a commit before 54e0070', async () => {
  const earlier = await freshDatabase();
  await earlier.owner.query(
    `truncate imprimatur.migration; insert into imprimatur.migration values ('0001-roles-and-schemas', now()::text)`,
  );
  await expect(migrate(earlier.url)).rejects.toThrow(
    'The database was prepared by a version before commit 54e0070: start that commit on it once, then this release.',
  );
  await earlier.close();
});
