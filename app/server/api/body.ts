import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { refuse, type Result } from '#events/failures.ts';
import { isStorableText } from '#events/text.ts';

/** The largest body. */
const largest = 1024 * 1024;
const limited = { detail: 'A body is limited to 1 MB. Files go to presigned addresses.' };

/** Bytes that are not UTF-8 would be read as � and recorded so. */
class NoText extends Error {
  readonly type = 'text.unreadable';
}

// Not strict: a date alone is a body too.
const parse: RequestHandler = express.json({
  limit: largest,
  strict: false,
  type: () => true,
  verify: (_request, _response, bytes, encoding) => {
    if (encoding === 'utf-8' && !isUtf8(bytes)) throw new NoText();
  },
});

/**
 * Reads the body as JSON; undefined if there is none. Refuses with `not_json` (415), `body_too_large` (413) or
 * `malformed` (400), also for text that PostgreSQL cannot store (NUL, lone surrogates).
 */
export async function readJson(request: Request, response: Response): Promise<Result<unknown>> {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  if (!hasBody) return { ok: true, value: undefined };
  if (!isJson(request.headers['content-type'])) return refuse('not_json');
  // Refused before any of it is read: a client that waits for 100 Continue sends none of it.
  if (Number(request.headers['content-length'] ?? 0) > largest) return refuse('body_too_large', limited);
  const fault = await Promise.race([
    new Promise<unknown>((resolve) => parse(request, response, resolve)),
    endAtLimit(request, response),
  ]);
  if (fault !== undefined) return refused(fault as { status?: number; type?: string });
  const body: unknown = request.body;
  return isStorable(body) ? { ok: true, value: body } : refuse('malformed');
}

/** A body without a length is answered once it passes the limit, and its connection ends: nothing reads the rest. */
const endAtLimit = (request: Request, response: Response): Promise<{ status: 413 }> =>
  new Promise((resolve) => {
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= largest || response.headersSent) return;
      response.setHeader('Connection', 'close');
      resolve({ status: 413 });
    });
  });

const isJson = (type: string | undefined): boolean => /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type ?? '');

function refused({ status = 400, type }: { status?: number; type?: string }): Result<never> {
  if (status === 413) return refuse('body_too_large', limited);
  // An unknown encoding or character set.
  if (status === 415) return refuse('not_json');
  const detail = details[type as keyof typeof details];
  return refuse('malformed', detail ? { detail } : {});
}

const details = { 'entity.parse.failed': 'The body is not JSON.', 'text.unreadable': 'The body is not UTF-8.' };

/** Deeper than any body of the API. */
const deepest = 20;

/** Whether the database can store every text of a value, and none is nested too deeply. */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > deepest) return false;
  return Object.entries(value).every(([name, item]) => isStorable(name) && isStorable(item, depth + 1));
}
