import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import contentDisposition from 'content-disposition';
import type { Failure } from '#events/failures.ts';
import { filesPath } from '#app/storage/links.ts';
import type { FileLinks } from '#app/storage/links.ts';
import type { Storage } from '#app/storage/port.ts';
import { lend, readOut } from '#app/storage/drain.ts';
import { openVerified } from '#app/storage/verified.ts';

const statusOf = (failure: Failure): number => {
  if (failure.code === 'file_too_large') return 413;
  if (failure.code === 'storage_full') return 507;
  return failure.code === 'file_missing' ? 404 : 500;
};

/**
 * `Content-Disposition: attachment` for a file name in any language (RFC 6266, RFC 8187). The name for old readers is plain
 * ASCII: Node garbles other characters of this header.
 */
export function attachment(filename: string): string {
  const name = filename.normalize('NFC');
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_');
  return contentDisposition(name, { type: 'attachment', fallback: plain });
}

const organisationOf = (key: string): string => key.slice(0, 36);

function answer(res: ServerResponse, status: number, sentence: string): void {
  res
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(`${sentence}\n`);
}

function queryOf(req: IncomingMessage): { path: string; query: URLSearchParams } {
  const url = new URL(req.url ?? '/', 'http://localhost');
  return { path: url.pathname, query: url.searchParams };
}

function refuseAddress(res: ServerResponse, kind: 'expired' | 'forged'): void {
  if (kind === 'expired') answer(res, 410, 'This address has expired.');
  else answer(res, 403, 'This address is not valid.');
}

/** Refuses a PUT once its sender has come to the end. */
async function refusePut(
  body: AsyncIterator<Uint8Array>,
  res: ServerResponse,
  status: number,
  sentence: string,
): Promise<void> {
  await readOut(body);
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
  { storage, links, now = Date.now }: FileEndpoints,
): Promise<void> {
  const check = links.verify('put', queryOf(req).query, now() / 1000);
  if (check.kind !== 'granted') return refuseAddress(res, check.kind);
  if (check.grant.act !== 'put') return refuseAddress(res, 'forged');
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
    stored = await storage.within(organisationOf(key)).put(key, lend(body), { maxBytes, signal: aborted.signal });
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

/** Hands out the one file that a signed address names, verified, as an attachment. 403, 404, 410; 500 for a damaged file. */
export async function handlePresignedGet(
  req: IncomingMessage,
  res: ServerResponse,
  { storage, links, now = Date.now }: FileEndpoints,
): Promise<void> {
  const check = links.verify('get', queryOf(req).query, now() / 1000);
  if (check.kind !== 'granted') return refuseAddress(res, check.kind);
  if (check.grant.act !== 'get') return refuseAddress(res, 'forged');
  const { key, sha256, filename, contentType } = check.grant;
  const opened = await openVerified(storage.within(organisationOf(key)), key, sha256);
  if (!opened.ok) return answer(res, statusOf(opened.failure), opened.failure.detail ?? 'The file is not available.');
  res.writeHead(200, {
    'Content-Type': contentType,
    'Content-Length': opened.value.size,
    'Content-Disposition': attachment(filename),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  await pipeline(opened.value.body, res);
}

export interface FileEndpoints {
  storage: Storage;
  links: FileLinks;
  now?: () => number;
}

/**
 * Express middleware for `/files/put` and `/files/get`. To be mounted before body parsers and the origin check: the address
 * itself is the permission, no cookie is read.
 */
export function fileEndpoints(endpoints: FileEndpoints) {
  return (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): void => {
    const { path } = queryOf(req);
    const method = req.method ?? 'GET';
    const failed = (error: unknown): void => {
      if (res.headersSent) res.destroy();
      else next(error);
    };
    if (path === `${filesPath}/put` && method === 'PUT') handlePresignedPut(req, res, endpoints).catch(failed);
    else if (path === `${filesPath}/get` && (method === 'GET' || method === 'HEAD')) {
      handlePresignedGet(req, res, endpoints).catch(failed);
    } else next();
  };
}
