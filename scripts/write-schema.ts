import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { snapshotFile, takeSnapshot } from '#app/adapters/database/guards.ts';
import { migrate } from '#app/adapters/database/migrate.ts';
import { createPool } from '#app/adapters/database/pool.ts';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';
import { root } from '#app/adapters/environment/config.ts';
import { renderTables } from './tables/render-tables.ts';

// Writes the guards and the tables that the migrations make in a new database: `npx tsx scripts/write-schema.ts`.
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-schema-'));
const postgres = await openEmbedded({ dataDir, use: 'tool' });
try {
  await migrate(postgres.url);
  const pool = createPool({ url: postgres.url, as: 'owner' });
  await writeFile(snapshotFile, `${JSON.stringify(await takeSnapshot(pool), null, 2)}\n`);
  for (const [file, text] of Object.entries(await renderTables(pool))) await writeFile(path.join(root, file), text);
  await pool.end();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
