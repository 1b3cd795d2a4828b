import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { StoredFile } from '#events/document/events.ts';
import type { Failure } from '#events/failures.ts';
import { isNotModified } from '#app/kit/call/etag.ts';
import { attachment } from '#app/kit/downloads/attachment.ts';
import { waitForDrain } from '#app/kit/downloads/backpressure.ts';
import type { SentFile } from '#app/kit/call/endpoint.ts';
import type { OrganisationStorage } from '#app/adapters/storage/port.ts';
import { openVerified } from '#app/adapters/storage/verified.ts';

interface Exchange {
  request: Request;
  response: Response;
  log: Logger;
}

/** Offsets from 0, both included. */
interface Part {
  start: number;
  end: number;
}

/**
 * Sends a recorded file, or the part that `Range` asks for (RFC 9110 section 14), once its stored bytes are verified
 * and the sending is recorded. Answers a refusal instead where nothing is sent. HEAD gets the headers, and is not
 * recorded.
 */
export async function sendFile(
  { request, response, log }: Exchange,
  storage: OrganisationStorage,
  { file, record }: SentFile,
): Promise<Failure | null> {
  const etag = `"${file.sha256}"`;
  response.setHeader('Vary', 'Authorization');
  if (isNotModified(request.get('If-None-Match'), etag)) {
    response.setHeader('ETag', etag).setHeader('Cache-Control', 'private, no-cache').status(304).end();
    return null;
  }
  const part = partOf(request, file.size, etag);
  if (part === 'none') {
    response.setHeader('Content-Range', `bytes */${file.size}`);
    return { code: 'range_not_satisfiable' };
  }
  if (request.method === 'HEAD') {
    response.writeHead(200, headersOf(file, etag, null)).end();
    return null;
  }
  const opened = await openVerified(storage, file.objectKey, file.sha256);
  if (!opened.ok) {
    const { objectKey, sha256 } = file;
    log.fatal({ path: request.path, objectKey, sha256, refusal: opened.failure.code }, 'storage.file_damaged');
    return opened.failure;
  }
  const recorded = await record();
  if (!recorded.ok) return recorded.failure;
  response.writeHead(part ? 206 : 200, headersOf(file, etag, part));
  for await (const piece of within(opened.value.body, part)) {
    response.write(piece);
    await waitForDrain(response);
  }
  response.end();
  return null;
}

/**
 * What the request asks for: all (null), a part, or `none` that there is. Several ranges at once are answered by all.
 */
function partOf(request: Request, size: number, etag: string): Part | 'none' | null {
  const condition = request.get('If-Range');
  if (request.method !== 'GET' || (condition !== undefined && condition.trim() !== etag)) return null;
  const ranges = request.range(size);
  if (ranges === -1) return 'none';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}

function headersOf({ sha256, size, name, mediaType }: StoredFile, etag: string, part: Part | null) {
  const digest = Buffer.from(sha256, 'hex').toString('base64');
  return {
    'Content-Type': mediaType,
    'Content-Length': part ? part.end - part.start + 1 : size,
    ...(part && { 'Content-Range': `bytes ${part.start}-${part.end}/${size}` }),
    'Content-Disposition': attachment(name),
    'Accept-Ranges': 'bytes',
    ETag: etag,
    // Of the whole file, also beside a part (RFC 9530); `Digest` is its earlier name (RFC 3230).
    'Repr-Digest': `sha-256=:${digest}:`,
    Digest: `sha-256=${digest}`,
    // Compressed bytes would have another digest.
    'Cache-Control': 'private, no-cache, no-transform',
  };
}

/** The bytes of a part. The whole is read, so that the last piece waits for the check of all bytes. */
async function* within(body: AsyncIterable<Uint8Array>, part: Part | null): AsyncGenerator<Uint8Array> {
  let at = 0;
  let held: Uint8Array | null = null;
  for await (const piece of body) {
    const wanted = part ? piece.subarray(Math.max(0, part.start - at), Math.max(0, part.end + 1 - at)) : piece;
    at += piece.length;
    if (wanted.length === 0) continue;
    if (held) yield held;
    held = wanted;
  }
  if (held) yield held;
}
