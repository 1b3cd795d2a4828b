import type { RequestHandler, Response } from 'express';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFault } from '#app/adapters/environment/fault.ts';
import { isNoRoom } from '#app/adapters/storage/room.ts';

/** The named checks; each rejects where it fails. A text that one answers is shown in place of 'ok'. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>;

const timeout = 3_000;

/** `/healthz`: the process answers. */
export const alive: RequestHandler = (_request, response) => {
  response.setHeader('Cache-Control', 'no-store').json({ status: 'ok' });
};

/**
 * `/readyz`: every check as JSON; 503 where one fails. That a disk is full is said, and what a `Fault` says; other
 * reasons go only to the log, since they may name servers.
 */
export function ready(checks: Checks): RequestHandler {
  const answer = async (response: Response): Promise<void> => {
    const names = Object.keys(checks);
    const results = await Promise.allSettled(names.map((name) => inTime(checks[name]?.())));
    const failed = results.some((result) => result.status === 'rejected');
    results.forEach((result, index) => {
      if (result.status === 'rejected')
        response.locals.log?.error({ err: result.reason, check: names[index] }, 'server.not_ready');
    });
    const answers = names.map((name, index) => [name, wordOf(results[index])]);
    response
      .status(failed ? 503 : 200)
      .setHeader('Cache-Control', 'no-store')
      .json({ status: failed ? 'not ready' : 'ready', checks: Object.fromEntries(answers) });
  };
  return (_request, response, next) => {
    answer(response).catch(next);
  };
}

async function inTime(check: Promise<unknown> | undefined): Promise<unknown> {
  const given = new AbortController();
  const late = sleep(timeout, undefined, { signal: given.signal }).then(() => {
    throw new Error(`No answer within ${timeout} ms`);
  });
  late.catch(() => undefined);
  return Promise.race([check, late]).finally(() => given.abort());
}

function wordOf(result: PromiseSettledResult<unknown> | undefined): string {
  if (result?.status !== 'fulfilled') {
    const { reason } = result ?? {};
    if (isNoRoom(reason)) return 'failed: the disk is full';
    return isFault(reason) ? `failed: ${reason.message}` : 'failed';
  }
  return typeof result.value === 'string' ? result.value : 'ok';
}
