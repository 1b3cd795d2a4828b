import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { endpoints } from '#app/server/api/endpoints.ts';
import { createCallLimits } from '#app/server/api/limits.ts';
import { apiCalls } from '#app/server/api/serve.ts';
import type { Config } from '#app/adapters/environment/config.ts';
import { createGuardCheck } from '#app/adapters/database/guards.ts';
import { pendingMigrations } from '#app/adapters/database/migrate.ts';
import { limitBodySilence } from '#app/server/body-timeout.ts';
import { createApplication, type PagesBuild } from '#app/server/application.ts';
import { shutdownTimeout, type HttpServer } from '#app/server/http-server.ts';
import { probeFolder } from '#app/adapters/storage/probe.ts';
import { personalLinks } from '#app/kit/downloads/personal-link.ts';
import { answerUnreadable } from '#app/server/client-errors.ts';
import type { Services } from '#app/server/services.ts';
import { fileEndpoints } from '#app/server/presigned-put.ts';

export interface ServeOptions {
  config: Config;
  services: Services;
  log: Logger;
  build: PagesBuild;
  /** Serves the modules in development. */
  vite?: RequestHandler | undefined;
  /** Rejects where jobs are not being done. */
  checkJobs: () => Promise<unknown>;
}

/** Starts to answer requests. Throws a `Fault` where the port is not available. */
export async function serveRequests(
  http: HttpServer,
  { config, services, log, build, vite, checkJobs }: ServeOptions,
): Promise<{ close(): Promise<void> }> {
  answerUnreadable(http.server, log);
  limitBodySilence(http.server);
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
      guards: createGuardCheck(services.database.pool, { accepted: config.acceptChangedGuards }),
      storage: () => services.storage.check(),
      disk: () => probeFolder(config.dataDir),
      worker: checkJobs,
      clock: () => services.databaseClock.check(),
    },
    endpoints: (app) => {
      app.use(fileEndpoints(services));
      app.use(apiCalls(endpoints, services, createCallLimits(config.callsPerMinute)));
      app.use('/dashboard', personalLinks(services));
    },
  });
  await http.listen(application, config.port, config.host);
  return {
    close() {
      services.ledgerGrowth.end();
      return http.close(shutdownTimeout);
    },
  };
}
