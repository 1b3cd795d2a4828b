import cluster, { type Worker as Web } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { Fault } from '#app/fault.ts';
import { patience } from '#app/server/http-server.ts';
import { passOn } from '#app/server/log.ts';
import type { Order, Word } from './messages.ts';

const program = fileURLToPath(new URL('../../../scripts/web.mjs', import.meta.url));
/** Before another begins in place of one that ended, in milliseconds: what ends at once would otherwise keep the machine busy. */
const pause = 1_000;

export interface Crew {
  /** Has them answer requests; resolves when the first does, and the others follow. Throws a `Fault` where it cannot. */
  open(databaseUrl: string, checkWorker: () => Promise<void>): Promise<void>;
  /** Lets the requests in flight finish, and ends them. */
  close(): Promise<void>;
}

/**
 * `size` processes that answer requests (`program.ts`) at one port, which is this process's: it hands each connection to the next of
 * them that is free (https://nodejs.org/api/cluster.html). One that ends by itself is replaced. The first begins to load at once.
 */
export function createCrew(size: number, log: Logger): Crew {
  cluster.setupPrimary({ exec: program, args: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  /** Each with whether it listens: an order that comes before is lost. */
  const members = new Map<Web, boolean>();
  let databaseUrl: string | null = null;
  let checkWorker: () => Promise<void> = () => Promise.reject(new Error('The worker has not begun.'));
  let closing = false;

  const begin = (web: Web): void => {
    if (databaseUrl && members.get(web)) tell(web, { kind: 'begin', databaseUrl });
  };

  const answerAfterWorker = async (web: Web, question: number): Promise<void> => {
    const fault = await checkWorker().then(
      () => null,
      (error: Error) => error.message,
    );
    tell(web, { kind: 'worker', question, fault });
  };

  /** Resolves once it answers requests; rejects where it does not come to that. */
  const enlist = (): Promise<void> => {
    const web = cluster.fork();
    members.set(web, false);
    if (web.process.stdout) passOn(web.process.stdout);
    let answers = false;
    const begun = new Promise<void>((resolve, reject) => {
      web.on('message', (word: Word) => {
        if (word.kind === 'here') {
          members.set(web, true);
          begin(web);
        }
        if (word.kind === 'begun') {
          answers = true;
          log.info({ pid: web.process.pid }, 'a web process answers');
          resolve();
        }
        if (word.kind === 'refused') reject(new Fault(word.sentence));
        if (word.kind === 'worker') void answerAfterWorker(web, word.question);
        if (word.kind === 'calls') members.forEach((_here, other) => other !== web && tell(other, word));
      });
      web.once('exit', (code, signal) => {
        members.delete(web);
        reject(new Error(`A web process ended before it began (${signal ?? code}).`));
        if (answers && !closing) void replace(web, signal ?? code);
      });
    });
    begun.catch(() => undefined);
    // A channel that breaks is followed by the end of the process.
    web.on('error', () => undefined);
    return begun;
  };

  /** One more, however often that takes. */
  const addOne = async (): Promise<void> => {
    while (!closing) {
      try {
        return await enlist();
      } catch (error) {
        if (!closing) log.error({ err: error }, 'a web process could not begin');
        await sleep(pause);
      }
    }
  };

  const replace = async (ended: Web, why: string | number): Promise<void> => {
    log.error({ pid: ended.process.pid, why }, 'a web process ended; another takes its place');
    await sleep(pause);
    await addOne();
  };

  const first = enlist();
  const reopen = () => members.forEach((_here, web) => tell(web, { kind: 'reopen' }));
  process.on('SIGHUP', reopen);

  return {
    async open(url, check) {
      databaseUrl = url;
      checkWorker = check;
      members.forEach((_here, web) => begin(web));
      await first;
      for (let i = 1; i < size; i++) void addOne();
    },
    async close() {
      closing = true;
      process.off('SIGHUP', reopen);
      await Promise.all([...members].map(([web, here]) => end(web, here && databaseUrl !== null)));
    },
  };
}

function tell(web: Web, order: Order): void {
  // It may just have ended, which is told by its end.
  if (web.isConnected()) web.send(order, () => undefined);
}

/** `properly`: it listens, and was told to begin. */
async function end(web: Web, properly: boolean): Promise<void> {
  if (web.isDead()) return;
  const ended = new Promise<void>((resolve) => web.once('exit', () => resolve()));
  const kill = () => void web.process.kill('SIGKILL');
  if (properly) tell(web, { kind: 'stop' });
  else kill();
  const late = setTimeout(kill, patience + 5_000);
  await ended;
  clearTimeout(late);
}
