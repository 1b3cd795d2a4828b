import type { RequestHandler } from 'express';
import type { Ports } from '#app/kit/ports.ts';
import { refusalOfLink, refuseLink } from '#app/kit/downloads/link-reader.ts';
import { sendRefusal } from '#app/kit/errors/send-refusal.ts';
import { splitSigned } from '#app/adapters/secrets/signed-url.ts';

type Needs = Pick<Ports, 'signedUrls' | 'identity' | 'now'>;

/**
 * Opens the API's links to files: a GET acts as the person who requested the link, for 15 minutes and only during that
 * session. The screen's loader answers, with the same rights and the same record.
 */
export function personalLinks(services: Needs): RequestHandler {
  return (request, response, next) => {
    const { token, address } = splitSigned(request.originalUrl);
    if (token === null) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return sendRefusal(request, response, { code: 'method_not_allowed' });
    }
    const check = services.signedUrls.read('page', token, Date.parse(services.now()));
    if (check.kind !== 'granted') return refuseLink(request, response, check.kind);
    const { reader } = check.grant;
    if (check.grant.address !== address) return refuseLink(request, response, 'forged');
    refusalOfLink(services, reader, request)
      .then((refused) => {
        if (refused) return refuseLink(request, response, refused);
        response.locals.reader = reader;
        next();
      })
      .catch(next);
  };
}
