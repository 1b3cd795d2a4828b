import { rm } from 'node:fs/promises';
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
  const dataDir = await temporaryFolder();
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };
  const postgres = await openEmbedded({ dataDir, use: 'server', settings });
  await migrate(postgres.url);
  project.provide('templateUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
