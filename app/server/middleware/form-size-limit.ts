import type { Request, RequestHandler, Response } from 'express';
import { sendPlainPage } from '#app/server/errors/plain-page.ts';
import { drain } from '#app/storage/drain.ts';

/** In bytes. The largest form that is no file: a document that goes to thousands of departments. */
const largest = 1024 * 1024;

/** The screens that stream what a form brings to storage, under limits of their own. */
const streaming = /^\/(?:dashboard\/docs\/(?:create|[^/]+\/revise)|verify)(?:\.data)?$/;

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Refuses what is no form (415) and forms that a page would have to hold whole although they are larger than any of its own (413), or do not
 * say how large they are (411): nobody, signed in or not, can fill the server's memory.
 */
export function smallForms(): RequestHandler {
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
      title: 'This is no form',
      sentence: 'Pages take forms alone; programs use the calls under /api.',
    };
  }
  if (multipart && streaming.test(request.path)) return null;
  const length = request.get('Content-Length') ?? (request.get('Transfer-Encoding') === undefined ? '0' : undefined);
  if (length === undefined) {
    return { status: 411, title: 'The form does not say how large it is', sentence: 'Send it with its length.' };
  }
  if (Number(length) <= largest) return null;
  return {
    status: 413,
    title: 'This form is too large',
    sentence: 'Nothing was changed. Shorten what you typed and send it again.',
  };
}

async function refuse(request: Request, response: Response, { status, title, sentence }: Refusal): Promise<void> {
  await drain(request[Symbol.asyncIterator]());
  response.setHeader('Connection', 'close');
  sendPlainPage(response, { status, title, sentences: [sentence], reference: String(response.locals.requestId) });
}
