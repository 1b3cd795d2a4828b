import type { RequestHandler, Response } from 'express';
import { sendPlainPage } from '#app/server/errors/plain-page.ts';
import type { Ports } from '#app/ports.ts';
import { splitSigned } from '#app/signed-url/signed-url.ts';

type Needs = Pick<Ports, 'signedUrls' | 'identity' | 'now'>;

/**
 * Opens the API's links to files: a GET acts as the person who requested the link, for 15 minutes and only during that
 * session. The screen's loader answers, with the same rights and the same record.
 */
export function personalLinks({ signedUrls, identity, now }: Needs): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const { token, address } = splitSigned(request.originalUrl);
    if (token === null) return next();
    const at = now();
    const check = signedUrls.read('page', token, Date.parse(at));
    if (check.kind === 'expired') return turnAway(response, 410, 'This link has expired');
    if (check.kind === 'forged' || check.grant.address !== address)
      return turnAway(response, 403, 'This link is not valid');
    const { reader } = check.grant;
    identity.sessions
      .list({ org: reader.org, user: reader.user, now: at })
      .then((sessions) => {
        if (!sessions.some(({ publicId }) => publicId === reader.publicId))
          return turnAway(response, 410, 'This link has expired');
        response.locals.reader = reader;
        next();
      })
      .catch(next);
  };
}

const turnAway = (response: Response, status: number, title: string): void =>
  sendPlainPage(response, {
    status,
    title,
    sentences: ['A link to a file works for 15 minutes and ends with the session. Request it again.'],
    reference: String(response.locals.requestId),
  });
