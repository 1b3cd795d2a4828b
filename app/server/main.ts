import type { ServerBuild } from '@remix-run/node';
import type { Logger } from 'pino';
import { loadConfig, type Config } from '#app/config.ts';
import { Fault, inASentence } from '#app/fault.ts';
import { createDoor, tryPort, type Door } from '#app/server/http-server.ts';
import { createLog, heed } from '#app/server/log.ts';
import { recurring, tasks } from '#app/jobs/registry.ts';
import { startWorker, type Worker } from '#app/jobs/worker.ts';
import type { Services } from '#app/services.ts';
import { warnAboutAnotherSecret } from '#app/setup/startup-checks.ts';
import { greet } from '#app/setup/greeting.ts';
import { start, type Started } from '#app/start.ts';
import { createCrew } from '#app/server/cluster/cluster.ts';

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
  heed(log);
  const parts: { close(): Promise<void> }[] = [];
  try {
    await open(config, log, options, parts);
    await stopping;
  } finally {
    // PostgreSQL comes last, and is stopped whatever the others end with.
    for (const part of parts.reverse())
      await part.close().catch((error: Error) => log.error({ err: error }, 'a part did not close'));
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
  // They load while the database is being opened.
  const crew = config.webProcesses > 1 && config.mode === 'production' ? createCrew(config.webProcesses, log) : null;
  if (crew) parts.push(crew);
  const started = await start(config, log, 'server');
  parts.push(started);
  const worker = await startWorker({ ...started, ports: started.services, tasks, recurring, log });
  parts.push({ close: () => worker.stop() });
  await warnAboutAnotherSecret(started.services);
  // Closed again at the start's end is nothing; closed first, where all of it stops, its requests still find the database.
  if (crew) parts.push(crew);
  if (crew) await crew.open(started.databaseUrl, () => worker.check());
  else await answerHere(config, log, started, worker, parts);
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

/** Requests are answered by processes of their own, or, where there is to be one alone, by this one. */
async function answerHere(
  config: Config,
  log: Logger,
  { services }: Started,
  worker: Worker,
  parts: { close(): Promise<void> }[],
): Promise<void> {
  const { answer, builtPages } = await import('#app/server/cluster/serve-requests.ts');
  const door = createDoor();
  const vite = config.mode === 'development' ? await developmentModules(door) : undefined;
  if (vite) parts.push(vite);
  const build = vite ? vite.build : await builtPages();
  const checkWorker = () => worker.check();
  parts.push(await answer(door, { config, services, log, build, vite: vite?.middleware, checkWorker }));
}

/** Vite in the server's own process: pages reload as their files change. Loaded in development alone. */
async function developmentModules(door: Door) {
  const { createServer } = await import('vite');
  // Remix begins another one, sooner or later, which would end the process at this signal, before PostgreSQL is stopped.
  process.on('newListener', (signal: string, other: () => void) => {
    if (signal === 'SIGTERM') queueMicrotask(() => process.off(signal, other));
  });
  // What breaks here ends the server in order all the same: a signal to the whole group ends Vite's compiler under it, at times first.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.kill(process.pid, 'SIGTERM');
  });
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
