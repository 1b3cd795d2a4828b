import cluster from 'node:cluster';
import type { ServerBuild } from '@remix-run/node';
import { loadConfig } from '#app/adapters/environment/config.ts';
import { isFault } from '#app/adapters/environment/fault.ts';
import { createHttpServer } from '#app/server/http-server.ts';
import { attachLog, openLog } from '#app/adapters/log/log.ts';
import { createServices } from '#app/server/services.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { serveRequests } from './serve-requests.ts';

/** Runs a web process of the cluster, which answers requests until the primary process stops it or ends. */
export async function runWebWorker(build: ServerBuild): Promise<never> {
  // Ctrl-C reaches every process of the terminal, but the primary process decides when to stop.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined);
  // The channel breaks where the primary process is killed.
  cluster.worker?.on('error', () => process.exit(1));
  const started = nextMessage('start');
  const stopped = nextMessage('stop');
  send({ kind: 'loaded' });
  try {
    await serve(build, (await started).databaseUrl, stopped);
  } catch (error) {
    if (!isFault(error)) throw error;
    send({ kind: 'failed', sentence: error.message });
  }
  process.disconnect();
  process.exit(0);
}

async function serve(build: ServerBuild, databaseUrl: string, stopped: Promise<unknown>): Promise<void> {
  const config = await loadConfig();
  // The primary process writes what this one logs to its standard output.
  const { log } = await openLog({ ...config, logFile: null });
  attachLog(log);
  const services = await createServices({ config, databaseUrl, log });
  try {
    const options = { config, log, build, services, checkJobs };
    const requests = await serveRequests(createHttpServer(), options);
    send({ kind: 'started' });
    await stopped;
    await requests.close();
  } finally {
    await services.close();
  }
}

let checks = 0;

/** Asks the primary process, which does the jobs, whether they are being done. Rejects where they are not. */
async function checkJobs(): Promise<void> {
  const check = ++checks;
  const fault = await new Promise<string | null>((resolve) => {
    const off = onMessage('jobs_checked', (message) => {
      if (message.check !== check) return;
      off();
      resolve(message.fault);
    });
    send({ kind: 'check_jobs', check });
  });
  if (fault !== null) throw new Error(fault);
}

const send = (message: FromWorker): void => void process.send?.(message);

type Message<K extends ToWorker['kind']> = Extract<ToWorker, { kind: K }>;

/** Calls `handle` with each message of a kind. Returns a function that stops it. */
function onMessage<K extends ToWorker['kind']>(kind: K, handle: (message: Message<K>) => void): () => void {
  const listen = (message: ToWorker) => {
    if (message.kind === kind) handle(message as Message<K>);
  };
  process.on('message', listen);
  return () => void process.off('message', listen);
}

const nextMessage = <K extends ToWorker['kind']>(kind: K): Promise<Message<K>> =>
  new Promise((resolve) => {
    const off = onMessage(kind, (message) => {
      off();
      resolve(message);
    });
  });
