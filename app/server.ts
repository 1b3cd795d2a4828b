import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import type { Logger } from 'pino';
import { endpoints } from '#app/api/endpoints.ts';
import { apiCalls } from '#app/api/serve.ts';
import { loadConfig, type Config } from '#app/config.ts';
import { pendingMigrations } from '#app/database/migrate.ts';
import { Fault, inASentence } from '#app/fault.ts';
import { createApplication } from '#app/http/application.ts';
import { personalLinks } from '#app/http/personal-link.ts';
import { createDoor, tryPort, type Door } from '#app/http/listen.ts';
import { createLog } from '#app/http/log.ts';
import type { Checks } from '#app/http/readiness.ts';
import { answerUnreadable } from '#app/http/unreadable.ts';
import { recurring, tasks } from '#app/jobs/registry.ts';
import { startWorker, type Worker } from '#app/jobs/worker.ts';
import type { Services } from '#app/services.ts';
import { greet } from '#app/setup/greeting.ts';
import { start, type Started } from '#app/start.ts';
import { fileEndpoints } from '#app/storage/endpoints.ts';

/** How long requests in flight may take to finish once the product is asked to stop, in milliseconds. */
const patience = 15_000;
const built = fileURLToPath(new URL('../build/start/pages.mjs', import.meta.url));

/** `serve` as a program: ends the process, with 1 and a sentence where something outside the product is not as it must be. */
export async function main(options: { demonstration: boolean }): Promise<void> {
  try {
    await serve(options);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Starts the product and keeps it running until it is asked to stop. `demonstration`: load it where the database is empty. */
async function serve(options: { demonstration: boolean }): Promise<void> {
  const stopping = untilAskedToStop();
  const config = await loadConfig();
  const log = createLog(config);
  // Node's own warnings are for whoever reads the log: the console belongs to the address and the set-up code.
  process.removeAllListeners('warning').on('warning', (warning) => log.warn({ err: warning }, 'node warns'));
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'the server broke down'));
  const parts: { close(): Promise<void> }[] = [];
  try {
    await open(config, log, options, parts);
    await stopping;
  } finally {
    for (const part of parts.reverse()) await part.close();
  }
  log.info('stopped');
}

async function open(
  config: Config,
  log: Logger,
  options: { demonstration: boolean },
  parts: { close(): Promise<void> }[],
): Promise<void> {
  await tryPort(config.port, config.host);
  const started = await start(config, log, 'server');
  parts.push(started);
  const worker = await startWorker({ ...started, ports: started.services, tasks, recurring, log });
  parts.push({ close: () => worker.stop() });
  await answer(config, log, started, worker, parts);
  const lines = await greet(started.services, options);
  process.stdout.write(`${lines.join('\n')}\n`);
  void tellOfMail(started.services);
  log.info({ address: config.publicUrl, version: config.version }, 'started');
}

/** A mail server that is away is waited for, by every e-mail: that it is away is told, and nothing is held up by it. */
async function tellOfMail({ mail, log }: Services): Promise<void> {
  await mail.check().catch((error: Error) => {
    log.warn({ err: error }, 'no e-mail can be sent');
    process.stderr.write(`SMTP_URL cannot be connected to: ${inASentence(error)} E-mails wait until it can.\n`);
  });
}

async function answer(
  config: Config,
  log: Logger,
  { services }: Started,
  worker: Worker,
  parts: { close(): Promise<void> }[],
): Promise<void> {
  const door = createDoor();
  answerUnreadable(door.server, log);
  const vite = config.mode === 'development' ? await developmentModules(door) : undefined;
  if (vite) parts.push(vite);
  const application = createApplication({
    config,
    services,
    log,
    checks: checksOf(services, worker),
    build: vite ? vite.build : await productionBuild(),
    vite: vite?.middleware,
    endpoints: (app) => {
      app.use(fileEndpoints({ storage: services.storage, links: services.fileLinks }));
      app.use(apiCalls(endpoints, services));
      app.use(personalLinks(services));
    },
  });
  await door.open(application, config.port, config.host);
  parts.push({ close: () => door.close(patience) });
}

const checksOf = (services: Services, worker: Worker): Checks => ({
  database: () => services.database.pool.query('select 1'),
  migrations: async () => {
    const pending = await pendingMigrations(services.database.pool);
    if (pending.length > 0) throw new Error(`Not yet applied: ${pending.join(', ')}`);
  },
  storage: () => services.storage.check(),
  worker: () => worker.check(),
});

async function productionBuild(): Promise<ServerBuild> {
  if (!existsSync(built)) throw new Fault('The product is not built: start it with npm start, which builds it.');
  return (await import(pathToFileURL(built).href)) as ServerBuild;
}

/** Vite in the server's own process: pages reload as their files change. Loaded in development alone. */
async function developmentModules(door: Door) {
  const { createServer } = await import('vite');
  const server = await createServer({ server: { middlewareMode: true, hmr: { server: door.server } } });
  return {
    middleware: server.middlewares,
    build: () => server.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
    close: () => server.close(),
  };
}

/** Resolves at the first SIGINT or SIGTERM. Further ones change nothing: npm passes on what the terminal has sent already. */
function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => resolve());
  });
}
