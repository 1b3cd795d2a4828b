import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Failure } from '#events/failures.ts';
import { linkStatus, refusedLink } from '#app/signed-url/refused-link.ts';
import { splitSigned, type SignedUrls } from '#app/signed-url/signed-url.ts';
import { putPath, type Storage } from '#app/storage/port.ts';
import { borrow, drain } from '#app/storage/drain.ts';

const statusOf = (failure: Failure): number => {
  if (failure.code === 'file_too_large') return 413;
  if (failure.code === 'storage_full') return 507;
  return failure.code === 'file_missing' ? 404 : 500;
};

const organisationOf = (key: string): string => key.slice(0, 36);

function answer(res: ServerResponse, status: number, sentence: string): void {
  res
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(`${sentence}\n`);
}

/** Refuses a PUT once its sender has come to the end. */
async function refusePut(
  body: AsyncIterator<Uint8Array>,
  res: ServerResponse,
  status: number,
  sentence: string,
): Promise<void> {
  await drain(body);
  res.setHeader('Connection', 'close');
  answer(res, status, sentence);
}

/**
 * Takes the body of one PUT to an address that `presignPut` of the local adapter gave. 201 when stored; 403 forged, 410
 * expired, 413 too large, 507 no room: nothing is left behind then. `now` is in milliseconds since 1970.
 */
export async function handlePresignedPut(
  req: IncomingMessage,
  res: ServerResponse,
  { storage, signedUrls, now }: FileEndpoints,
): Promise<void> {
  const check = signedUrls.read('put', splitSigned(req.url ?? '/').token ?? '', Date.parse(now()));
  if (check.kind !== 'granted') return answer(res, linkStatus[check.kind], refusedLink.sentence);
  const { key, maxBytes } = check.grant;
  // A request that is given up with its body takes the connection along, and with it the answer.
  const body = req[Symbol.asyncIterator]();
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) {
    return await refusePut(body, res, 413, 'The file is too large.');
  }
  const aborted = new AbortController();
  req.once('aborted', () => aborted.abort(new Error('The sender went away')));
  let stored;
  try {
    stored = await storage.within(organisationOf(key)).put(key, borrow(body), { maxBytes, signal: aborted.signal });
  } catch (error) {
    if (req.destroyed && !req.complete) return;
    throw error;
  }
  if (stored.ok) {
    res.writeHead(201, { 'Cache-Control': 'no-store', ETag: `"${stored.value.sha256}"` }).end();
    return;
  }
  await refusePut(body, res, statusOf(stored.failure), stored.failure.detail ?? 'The file was not saved.');
}

export interface FileEndpoints {
  storage: Storage;
  signedUrls: Pick<SignedUrls, 'read'>;
  /** ISO 8601 in UTC. */
  now(): string;
}

/**
 * Express middleware for `/files/put`. To be mounted before body parsers and the origin check: the address itself is
 * the permission, no cookie is read.
 */
export function fileEndpoints(endpoints: FileEndpoints) {
  return (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): void => {
    if (req.method !== 'PUT' || splitSigned(req.url ?? '/').path !== putPath) return next();
    handlePresignedPut(req, res, endpoints).catch((error: unknown) => {
      if (res.headersSent) res.destroy();
      else next(error);
    });
  };
}
