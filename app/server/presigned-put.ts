import type { Request, RequestHandler, Response } from 'express';
import type { Failure } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import { unavailabilityOf } from '#app/kit/errors/unavailable.ts';
import { sendProblem } from '#app/kit/errors/send-refusal.ts';
import { splitSigned, type SignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { awaitsContinue, borrow, drain } from '#app/adapters/storage/drain.ts';
import { putPath, type Storage } from '#app/adapters/storage/port.ts';
import { fileTooLarge } from '#app/adapters/storage/refusals.ts';

export interface FileEndpoints {
  storage: Storage;
  signedUrls: Pick<SignedUrls, 'read'>;
  now(): Instant;
}

const organisationOf = (key: string): string => key.slice(0, 36);

/**
 * Takes the body of one PUT to an address that `presignPut` of the local adapter gave. 201 when stored; a refusal is a
 * problem, and nothing is left behind then. The address itself is the permission, no cookie is read: to be mounted
 * before body parsers and the origin check.
 */
export const fileEndpoints =
  (endpoints: FileEndpoints): RequestHandler =>
  (request, response, next) => {
    if (splitSigned(request.url).path !== putPath) return next();
    if (request.method !== 'PUT') {
      response.setHeader('Allow', 'PUT');
      return sendProblem(response, { code: 'method_not_allowed' });
    }
    put(request, response, endpoints).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy();
      response.locals.log?.error({ err: error }, 'upload.failed');
      sendProblem(response, unavailabilityOf(error) ?? { code: 'fault' });
    });
  };

async function put(request: Request, response: Response, { storage, signedUrls, now }: FileEndpoints): Promise<void> {
  const check = signedUrls.read('put', splitSigned(request.url).token ?? '', Date.parse(now()));
  if (check.kind !== 'granted')
    return sendProblem(response, { code: check.kind === 'expired' ? 'link_expired' : 'link_invalid' });
  const { key, maxBytes } = check.grant;
  // A request that is given up with its body takes the connection along, and with it the answer.
  const body = request[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    if (!awaitsContinue(request)) await drain(body);
    return refusePut(response, fileTooLarge(maxBytes).failure);
  }
  const aborted = new AbortController();
  request.once('aborted', () => aborted.abort(new Error('The sender went away')));
  let stored;
  try {
    stored = await storage.within(organisationOf(key)).put(key, borrow(body), { maxBytes, signal: aborted.signal });
  } catch (error) {
    if (request.destroyed && !request.complete) return;
    throw error;
  }
  if (stored.ok) {
    response.writeHead(201, { 'Cache-Control': 'no-store', ETag: `"${stored.value.sha256}"` }).end();
    return;
  }
  await drain(body);
  refusePut(response, stored.failure);
}

function refusePut(response: Response, failure: Failure): void {
  response.setHeader('Connection', 'close');
  sendProblem(response, failure);
}
