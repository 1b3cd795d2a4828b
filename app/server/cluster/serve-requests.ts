import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { endpoints } from '#app/api/endpoints.ts';
import { createCallLimits, type OtherCounts } from '#app/api/limits.ts';
import { apiCalls } from '#app/api/serve.ts';
import { buildFolder, type Config } from '#app/config.ts';
import { pendingMigrations } from '#app/database/migrate.ts';
import { Fault } from '#app/fault.ts';
import { createApplication } from '#app/server/application.ts';
import { patience, type Door } from '#app/server/http-server.ts';
import { personalLinks } from '#app/server/downloads/personal-link.ts';
import { answerUnreadable } from '#app/server/errors/client-errors.ts';
import type { Services } from '#app/services.ts';
import { fileEndpoints } from '#app/storage/presigned-put.ts';

const built = path.join(buildFolder, 'start/pages.mjs');

export interface Answering {
  config: Config;
  services: Services;
  log: Logger;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Serves the modules in development. */
  vite?: RequestHandler | undefined;
  /** Where several processes answer: what the others count. */
  otherCounts?: OtherCounts;
  /** Whether jobs are being worked off; rejects where they are not. */
  checkWorker: () => Promise<unknown>;
}

/** Opens the door: from here on requests are answered. Answers how to close it again. Throws a `Fault` where the port cannot be had. */
export async function answer(door: Door, answering: Answering): Promise<{ close(): Promise<void> }> {
  const { config, services, log, build, vite, checkWorker, otherCounts } = answering;
  answerUnreadable(door.server, log);
  const application = createApplication({
    config,
    services,
    log,
    build,
    vite,
    checks: {
      database: () => services.database.pool.query('select 1'),
      migrations: async () => {
        const pending = await pendingMigrations(services.database.pool);
        if (pending.length > 0) throw new Error(`Not yet applied: ${pending.join(', ')}`);
      },
      storage: () => services.storage.check(),
      worker: checkWorker,
    },
    endpoints: (app) => {
      app.use(fileEndpoints(services));
      app.use(apiCalls(endpoints, services, createCallLimits(config.callsPerMinute, otherCounts)));
      app.use('/dashboard', personalLinks(services));
    },
  });
  await door.open(application, config.port, config.host);
  return { close: () => door.close(patience) };
}

/** The pages as they were built. Throws a `Fault` where they were not. */
export async function builtPages(): Promise<ServerBuild> {
  if (!existsSync(built)) throw new Fault('The product is not built: start it with npm start, which builds it.');
  return (await import(pathToFileURL(built).href)) as ServerBuild;
}
