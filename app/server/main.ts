import type { Server } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { loadConfig, type Config } from '#app/adapters/environment/config.ts';
import { inASentence, isFault } from '#app/adapters/environment/fault.ts';
import { signWhatIsLeft } from '#app/audit/checkpoints/sign.ts';
import { recurring, tasks } from '#app/server/jobs/registry.ts';
import { startWorker } from '#app/server/jobs/worker.ts';
import type { PagesBuild } from '#app/server/application.ts';
import { createWebCluster } from '#app/server/cluster/cluster.ts';
import { serveRequests } from '#app/server/cluster/serve-requests.ts';
import { checkPort, createHttpServer } from '#app/server/http-server.ts';
import { attachLog, openLog, type LogDestination } from '#app/adapters/log/log.ts';
import type { Services } from '#app/server/services.ts';
import { greet, openingOf, say } from '#app/server/greeting.ts';
import { warnAboutAnotherSecret } from '#app/server/startup-checks.ts';
import { start } from '#app/server/start.ts';

export interface ServerOptions {
  build: PagesBuild;
  /** Loads the demonstration organisation where the database is empty. */
  demonstration: boolean;
  /** Vite's dev server, and the HTTP server that its websocket shares. */
  vite?: { httpServer: Server; middleware: RequestHandler; close(): Promise<void> };
}

interface Closable {
  close(): Promise<void>;
}

/** Runs the server and ends the process: with 0, or after a `Fault` with 1 and its sentence. */
export async function main(options: ServerOptions): Promise<void> {
  try {
    await serve(options);
    process.exit(0);
  } catch (error) {
    if (!isFault(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Starts the product and keeps it running until it is asked to stop. */
async function serve(options: ServerOptions): Promise<void> {
  const stopping = untilAskedToStop();
  const config = await loadConfig();
  const { log, destination } = await openLog(config);
  attachLog(log);
  // Of a job whose end could not be recorded, for instance: the server goes on, and the job is done again.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'server.unhandled_rejection'));
  const parts: Closable[] = [];
  try {
    await startParts(config, { log, destination }, options, parts);
    await stopping;
  } finally {
    // PostgreSQL was started first and is closed last, even where another part fails to close.
    for (const part of parts.reverse())
      await part.close().catch((error: Error) => log.error({ err: error }, 'server.close_failed'));
  }
  log.info('server.stopped');
}

async function startParts(
  config: Config,
  { log, destination }: { log: Logger; destination: LogDestination },
  { build, demonstration, vite }: ServerOptions,
  parts: Closable[],
): Promise<void> {
  if (vite) parts.push(vite);
  await checkPort(config.port, config.host);
  // The web processes load while the database is being opened.
  const cluster = config.webProcesses > 1 && !vite ? createWebCluster(config.webProcesses, log, destination) : null;
  // Listed twice: closed even where the start fails, and before the database where everything stops.
  if (cluster) parts.push(cluster);
  say(openingOf(config));
  const started = await start(config, log, 'server');
  parts.push(started);
  const { services, databaseUrl } = started;
  await signWhatIsLeft(services);
  // Closed after all that records.
  parts.push({ close: () => signWhatIsLeft(services) });
  const worker = await startWorker({ ...started, ports: services, tasks, recurring, log });
  parts.push({ close: () => worker.stop() });
  await warnAboutAnotherSecret(services);
  const checkJobs = () => worker.check();
  if (cluster) {
    parts.push(cluster);
    await cluster.start(databaseUrl, checkJobs);
  } else {
    const http = createHttpServer(vite?.httpServer);
    parts.push(await serveRequests(http, { config, services, log, build, vite: vite?.middleware, checkJobs }));
  }
  say((await greet(services, { demonstration })).join('\n'));
  void warnAboutMail(services);
  log.info({ address: config.publicUrl, version: config.version }, 'server.started');
}

/** Warns where the mail server cannot be reached. Emails wait for it, and nothing else does. */
async function warnAboutMail({ mail, log }: Services): Promise<void> {
  await mail.check().catch((error: Error) => {
    log.warn({ err: error }, 'mail.unavailable');
    process.stderr.write(`SMTP_URL cannot be connected to: ${inASentence(error)} Emails wait until it can.\n`);
  });
}

/** Resolves at the first SIGINT or SIGTERM. Others are ignored: npm repeats the terminal's signal. */
function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    // In development scripts/serve.mjs knows this listener by its name.
    const stopServer = () => resolve();
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stopServer);
  });
}
