import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';
import { migrate } from '#app/adapters/database/migrate.ts';
import { createPool } from '#app/adapters/database/pool.ts';

/** A PostgreSQL of the bench's own, as the product starts it: fsync on. */
export interface BenchDatabase {
  /** The owner's address of the migrated database. */
  url: string;
  owner: pg.Pool;
  application: pg.Pool;
  /** Writes dirty pages out, so that they are not written during a measurement. */
  checkpoint(): Promise<void>;
  /** Where files may be put. */
  folder: string;
  close(): Promise<void>;
}

export const openBenchDatabase = async (): Promise<BenchDatabase> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-bench-'));
  // Callers of the comparisons have a connection each.
  const postgres = await openEmbedded({
    dataDir: folder,
    use: 'server',
    settings: { max_connections: '300', max_wal_size: '8GB' },
  });
  await migrate(postgres.url);
  const owner = createPool({ url: postgres.url, as: 'owner', max: 4 });
  const application = createPool({ url: postgres.url, as: 'application', max: 12 });
  return {
    url: postgres.url,
    owner,
    application,
    folder,
    checkpoint: async () => void (await owner.query('checkpoint')),
    async close() {
      await Promise.all([owner.end(), application.end()]);
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
