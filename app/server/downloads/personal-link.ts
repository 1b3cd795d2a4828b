import type { RequestHandler, Response } from 'express';
import { sendPlainPage } from '#app/server/errors/plain-page.ts';
import type { LinkedReader } from '#app/identity/personal-links.ts';
import type { Ports } from '#app/ports.ts';

type Needs = Pick<Ports, 'personalLinks' | 'identity' | 'now'>;

/**
 * Opens the links that the calls answer: whoever reads such an address is the person who asked for it, for 15 minutes and no longer than
 * that person's session. The screen's own loader answers, with the same rights and the same record. What is sent to it with any other
 * method is nobody's.
 */
export function personalLinks({ personalLinks: links, identity, now }: Needs): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const at = now();
    const found = links.read(request.originalUrl, at);
    if (found.kind === 'none') return next();
    if (found.kind === 'forged') return turnAway(response, 403, 'This link is not valid');
    if (found.kind === 'expired') return turnAway(response, 410, 'This link has expired');
    const { org, user, publicId } = found.reader;
    identity.sessions
      .list({ org, user, now: at })
      .then((sessions) => {
        if (!sessions.some((session) => session.publicId === publicId))
          return turnAway(response, 410, 'This link has expired');
        response.locals.reader = found.reader satisfies LinkedReader;
        next();
      })
      .catch(next);
  };
}

const turnAway = (response: Response, status: number, title: string): void =>
  sendPlainPage(response, {
    status,
    title,
    sentences: ['A link to a file works for 15 minutes, while the session that asked for it lasts. Ask for it again.'],
    reference: String(response.locals.requestId),
  });
