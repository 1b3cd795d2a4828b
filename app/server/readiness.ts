import type { RequestHandler, Response } from 'express';
import { setTimeout as sleep } from 'node:timers/promises';

/** What must hold for the product to work; each rejects with the reason where it does not. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>;

const patience = 3_000;

/** `/healthz`: the process is alive and answers. */
export const alive: RequestHandler = (_request, response) => {
  response.setHeader('Cache-Control', 'no-store').json({ status: 'ok' });
};

/** `/readyz`: JSON of every check; 503 where one fails. The reasons go to the log, since they may name servers. */
export function ready(checks: Checks): RequestHandler {
  const answer = async (response: Response): Promise<void> => {
    const names = Object.keys(checks);
    const results = await Promise.allSettled(names.map((name) => inTime(checks[name]?.())));
    const failed = results.some((result) => result.status === 'rejected');
    results.forEach((result, index) => {
      if (result.status === 'rejected')
        response.locals.log?.error({ err: result.reason, check: names[index] }, 'not ready');
    });
    const answers = names.map((name, index) => [name, results[index]?.status === 'fulfilled' ? 'ok' : 'failed']);
    response
      .status(failed ? 503 : 200)
      .setHeader('Cache-Control', 'no-store')
      .json({ status: failed ? 'not ready' : 'ready', checks: Object.fromEntries(answers) });
  };
  return (_request, response, next) => {
    answer(response).catch(next);
  };
}

async function inTime(check: Promise<unknown> | undefined): Promise<void> {
  const given = new AbortController();
  const late = sleep(patience, undefined, { signal: given.signal }).then(() => {
    throw new Error(`No answer within ${patience} ms`);
  });
  late.catch(() => undefined);
  await Promise.race([check, late]).finally(() => given.abort());
}
