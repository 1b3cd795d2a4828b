import type { Logger } from 'pino';
import type { Config } from '#app/adapters/environment/config.ts';
import { changedGuards, inOneLine } from '#app/adapters/database/guards.ts';
import { migrate } from '#app/adapters/database/migrate.ts';
import { type Postgres, reachable } from '#app/adapters/database/reachable.ts';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';
import { Fault, inASentence } from '#app/adapters/environment/fault.ts';
import { createServices, type Services } from '#app/server/services.ts';
import { warnAboutForeignCheckpoints, warnAboutMissingFiles, warnAboutRollback } from '#app/server/startup-checks.ts';

export interface Started {
  services: Services;
  /** The owner's address of the database, for what the application's role may not do: rebuild, verify. */
  ownerUrl: string;
  /** The application's address of it, for the worker and for other processes of the product. */
  databaseUrl: string;
  /** Whether this process alone has the database. */
  alone: boolean;
  close(): Promise<void>;
}

/**
 * Opens the database (the embedded one, or that of DATABASE_URL), brings it to this release, and wires the product. A
 * `tool` may run beside the server on the same DATA_DIR; a second `server` is refused. Throws a `Fault` with a
 * sentence.
 */
export async function start(config: Config, log: Logger, use: 'server' | 'tool'): Promise<Started> {
  const report = (event: string, fields = {}) => log.warn(fields, event);
  const postgres: Postgres = config.databaseUrl
    ? await reachable(config.databaseUrl, config.databaseAppUrl)
    : await openEmbedded({ dataDir: config.dataDir, use, report, webProcesses: config.webProcesses });
  try {
    await migrate(postgres.url, config.secretKey);
    const databaseUrl = await postgres.applicationUrl();
    const services = await createServices({ config, databaseUrl, log });
    if (use === 'server') await checkGuards(services);
    if (use === 'server' && config.s3) await checkBucket(services);
    await warnAboutForeignCheckpoints(services, use);
    if (use === 'server') {
      await warnAboutMissingFiles(services);
      await warnAboutRollback(services);
    }
    return {
      services,
      ownerUrl: postgres.url,
      databaseUrl,
      alone: use === 'server' && !config.databaseUrl,
      async close() {
        await services.close();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function checkGuards(services: Services): Promise<void> {
  const changed = await changedGuards(services.database.pool);
  if (changed.length === 0) return;
  services.log.error({ changed }, 'database.guards_changed');
  if (services.config.acceptChangedGuards) return;
  await services.close();
  throw new Fault(
    `${inOneLine(changed)}. Find out who changed it and why, restore it (docs/operations.md, The guards of the ` +
      'database), or set ACCEPT_CHANGED_GUARDS=true to start all the same.',
  );
}

async function checkBucket(services: Services): Promise<void> {
  await services.storage.check().catch(async (error: unknown) => {
    await services.close();
    throw new Fault(`S3_BUCKET or another S3_ setting is wrong: ${inASentence(error)}`);
  });
}
