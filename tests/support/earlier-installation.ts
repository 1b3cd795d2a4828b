import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { from as copyFrom } from 'pg-copy-streams';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';
import { createPool } from '#app/adapters/database/pool.ts';

/** A demonstration organisation as `npm start -- --demo` of commit 54e0070 left it: tables, rows, files and keys. */
interface Installation {
  /** What that commit's migrations executed. */
  statements: string[];
  tables: { name: string; columns: string; rows: string }[];
  /** In DATA_DIR, as base64. */
  files: Record<string, string>;
}

/** Puts the installation of commit 54e0070 into a DATA_DIR. */
export async function restoreEarlierInstallation(dataDir: string): Promise<void> {
  const file = new URL('../fixtures/installation-54e0070.json.gz', import.meta.url);
  const { statements, tables, files } = JSON.parse(gunzipSync(await readFile(file)).toString()) as Installation;
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dataDir, name)), { recursive: true });
    await writeFile(path.join(dataDir, name), Buffer.from(bytes, 'base64'), { mode: 0o600 });
  }
  const postgres = await openEmbedded({ dataDir, use: 'tool' });
  const pool = createPool({ url: postgres.url, as: 'owner', max: 1 });
  try {
    for (const statement of statements) await pool.query(statement);
    const client = await pool.connect();
    for (const { name, columns, rows } of tables)
      await pipeline(Readable.from([rows]), client.query(copyFrom(`copy ${name} (${columns}) from stdin`)));
    // Passwords expire with time, and the test has no date.
    await client.query('update identity.credential set password_set_at = date_trunc($$milliseconds$$, now())');
    client.release();
  } finally {
    await pool.end();
    await postgres.stop();
  }
}
