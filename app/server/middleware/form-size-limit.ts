import type { Request, RequestHandler, Response } from 'express';
import { sendPlainPage } from '#app/kit/errors/plain-page.ts';
import { awaitsContinue, drain } from '#app/adapters/storage/drain.ts';

/** In bytes. The largest form without files: a document for thousands of departments. */
const largest = 1024 * 1024;

/** Screens that stream uploaded files to storage, with limits of their own. */
const streaming = /^\/(?:dashboard\/(?:docs\/(?:create|[^/]+\/revise)|import\/new)|verify)(?:\.data)?$/;

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Refuses bodies that are not forms (415), are larger than any form without files (413) or have no length (411): nobody
 * can fill the server's memory.
 */
export function limitFormSize(): RequestHandler {
  return (request, response, next) => {
    const refusal = writing.has(request.method) ? refusalOf(request) : null;
    if (!refusal) return next();
    refuse(request, response, refusal).catch(next);
  };
}

interface Refusal {
  status: number;
  title: string;
  sentence: string;
}

function refusalOf(request: Request): Refusal | null {
  const type = request.get('Content-Type') ?? '';
  const multipart = /^multipart\/form-data\s*;/i.test(type);
  if (!multipart && !/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) {
    return {
      status: 415,
      title: 'This is not a form',
      sentence: 'Pages accept only forms. Programs use the API under /api.',
    };
  }
  if (multipart && streaming.test(request.path)) return null;
  const length = request.get('Content-Length') ?? (request.get('Transfer-Encoding') === undefined ? '0' : undefined);
  if (length === undefined) {
    return { status: 411, title: 'The form has no length', sentence: 'Send it with a Content-Length.' };
  }
  if (Number(length) <= largest) return null;
  return {
    status: 413,
    title: 'This form is too large',
    sentence: 'Nothing was changed. A form is limited to 1 MB. Shorten what you typed and send it again.',
  };
}

async function refuse(request: Request, response: Response, { status, title, sentence }: Refusal): Promise<void> {
  if (!awaitsContinue(request)) await drain(request[Symbol.asyncIterator]());
  response.setHeader('Connection', 'close');
  sendPlainPage(response, { status, title, sentences: [sentence], reference: String(response.locals.requestId) });
}
