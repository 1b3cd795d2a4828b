import { rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';
import { migrate } from '#app/adapters/database/migrate.ts';
import { temporaryFolder } from '#tests/support/server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner's address of the migrated database that each worker clones. */
    templateUrl: string;
  }
}

/** One PostgreSQL for the whole run. Nothing in it outlives the run, so it need not reach the disk. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await temporaryFolder((await hasRoom(memory)) ? memory : os.tmpdir());
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };
  const postgres = await openEmbedded({ dataDir, use: 'server', settings });
  await migrate(postgres.url);
  project.provide('templateUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Files in memory, where Linux has them: a database, a thousand files, is copied there in half the time. */
const memory = '/dev/shm';

/** Whether a run's databases have room there. */
const hasRoom = (folder: string): Promise<boolean> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize > 4 * 1024 ** 3,
    () => false,
  );
