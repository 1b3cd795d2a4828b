import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pino from 'pino';
import { inject } from 'vitest';
import { loadConfig } from '#app/adapters/environment/config.ts';
import { createServices, type Services } from '#app/server/services.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { testSecrets } from '#tests/support/services.ts';
import { shared } from '#tests/support/shared.ts';
import { startedBefore } from '#tests/support/started.ts';

interface CopiedWorld<S> {
  /** Of its database, and of the file in its data folder that holds what `build` answers. */
  name: string;
  /** Fills the empty database; answers, as JSON can hold it, who and what is in there. */
  build(services: Services, place: { db: TestDatabase; dataDir: string }): Promise<S>;
}

/** A copy of a world that is made once a run: its database, to be closed, and its files, to be removed. */
export async function copyOf<S>({
  name,
  build,
}: CopiedWorld<S>): Promise<{ db: TestDatabase; dataDir: string; saved: S }> {
  const make = async (dataDir: string) => {
    const db = await freshDatabase({ name });
    const config = await loadConfig({ DATA_DIR: dataDir, PDF_SECONDS: '120', ...testSecrets });
    const services = await createServices({ config, databaseUrl: db.url, log: pino({ level: 'silent' }), ...shared });
    await writeFile(path.join(dataDir, name), JSON.stringify(await build(services, { db, dataDir })));
    await services.close();
    await db.disconnect();
  };
  // Of this run's database, also where the data folders are those of an earlier run.
  const run = createHash('sha256').update(inject('templateUrl')).digest('hex').slice(0, 12);
  const dataDir = await startedBefore({ name: `${name}-${run}`, make });
  const db = await freshDatabase({ template: name });
  return { db, dataDir, saved: JSON.parse(await readFile(path.join(dataDir, name), 'utf8')) as S };
}
