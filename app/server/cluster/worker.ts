import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { OtherCounts } from '#app/api/limits.ts';
import { loadConfig } from '#app/config.ts';
import { Fault } from '#app/fault.ts';
import { createDoor } from '#app/server/http-server.ts';
import { createLog, heed } from '#app/server/log.ts';
import { join } from '#app/start.ts';
import { answer, builtPages } from './serve-requests.ts';
import type { Order, Word } from './messages.ts';

/**
 * A process that answers requests, of several beside each other: `crew.ts` begins it, opens the database for it and hands it the
 * connections. It ends when it is told to, or when that process is gone.
 */

// Ctrl-C reaches every process of the terminal; the one that began this one says when to stop.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined);

// The channel breaks where the process that began this one is killed: there is nobody left to answer for.
cluster.worker?.on('error', () => process.exit(1));

const say = (word: Word): void => void process.send?.(word);
const orders = new Map<Order['kind'], (order: Order) => void>();
process.on('message', (order: Order) => orders.get(order.kind)?.(order));
const told = <K extends Order['kind']>(kind: K): Promise<Extract<Order, { kind: K }>> =>
  new Promise((resolve) => orders.set(kind, (order) => resolve(order as Extract<Order, { kind: K }>)));

/** Calls are counted by every process: each tells the others, through the one that began them. */
const otherCounts: OtherCounts = {
  tell: (counted) => say({ kind: 'calls', counted }),
  heed: (count) => orders.set('calls', (order) => order.kind === 'calls' && count(order.counted)),
};

const begin = told('begin');
const stop = told('stop');
say({ kind: 'here' });
// Loaded while the database is still being opened.
const pages = builtPages();
pages.catch(() => undefined);

try {
  await serve();
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  say({ kind: 'refused', sentence: error.message });
}
process.disconnect();
process.exit(0);

async function serve(): Promise<void> {
  const { databaseUrl } = await begin;
  const config = await loadConfig();
  const log = createLog(config, { rotates: false });
  heed(log);
  orders.set('reopen', () => process.emit('SIGHUP'));
  const joined = await join(config, databaseUrl, log);
  try {
    const build = await pages;
    const checkWorker = askAfterWorker(log);
    const answering = { config, log, build, services: joined.services, checkWorker, otherCounts };
    const open = await answer(createDoor(), answering);
    say({ kind: 'begun' });
    await stop;
    await open.close();
  } finally {
    await joined.close();
  }
}

/** Jobs are worked off by the process that began this one: it is asked. */
function askAfterWorker(log: Logger): () => Promise<void> {
  const waiting = new Map<number, (fault: string | null) => void>();
  let asked = 0;
  orders.set('worker', (order) => {
    if (order.kind !== 'worker') return;
    waiting.get(order.question)?.(order.fault);
    waiting.delete(order.question);
  });
  return async () => {
    const question = ++asked;
    const fault = await new Promise<string | null>((resolve) => {
      waiting.set(question, resolve);
      say({ kind: 'worker', question });
    });
    if (fault === null) return;
    log.debug({ fault }, 'jobs are not being worked off');
    throw new Error(fault);
  };
}
