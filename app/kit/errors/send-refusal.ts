import type { Request, Response } from 'express';
import type { Failure } from '#events/failures.ts';
import { sendPlainPage } from '#app/kit/errors/plain-page.ts';
import { problemAnswer } from '#app/kit/errors/problem-json.ts';
import { problemOf } from '#app/kit/errors/problem.ts';

/** Whether the asker is a browser that shows a page. Everybody else gets problem+json. */
export const wantsPage = (accept: string | null | undefined): boolean => /\btext\/html\b/i.test(accept ?? '');

/** Sends a refusal as `application/problem+json`. */
export function sendProblem(response: Response, failure: Failure): void {
  const { status, headers, body } = problemAnswer(failure, { requestId: String(response.locals.requestId) });
  response.writeHead(status, { ...headers, 'Content-Type': 'application/problem+json' }).end(JSON.stringify(body));
}

/** Refuses a link or an address that programs and browsers open: as a page, or as a problem. */
export function sendRefusal(request: Request, response: Response, failure: Failure): void {
  if (!wantsPage(request.get('Accept'))) return sendProblem(response, failure);
  const { status, title, detail, retryAfter } = problemOf(failure);
  response.setHeader('Vary', 'Accept');
  sendPlainPage(response, {
    status,
    title,
    sentences: [detail ?? 'Nothing was changed.'],
    reference: String(response.locals.requestId),
    retryAfter,
  });
}
