import type { RequestHandler } from 'express';
import { sendPlainPage } from '#app/kit/errors/plain-page.ts';
import { problemOf } from '#app/kit/errors/problem.ts';

const methods = ['GET', 'HEAD', 'POST'];
/** The value of the header Allow for pages. */
export const allow = [...methods, 'OPTIONS'].join(', ');

/** Answers OPTIONS for the pages (RFC 9110 section 9.3.7), and refuses other methods with 405. */
export const allowedMethods: RequestHandler = (request, response, next) => {
  if (methods.includes(request.method)) return next();
  response.setHeader('Allow', allow);
  if (request.method === 'OPTIONS') return void response.status(204).end();
  const { status, title } = problemOf({ code: 'method_not_allowed' });
  sendPlainPage(response, {
    status,
    title,
    sentences: ['Nothing was changed.'],
    reference: String(response.locals.requestId),
  });
};
