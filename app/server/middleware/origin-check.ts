import type { Request, RequestHandler } from 'express';
import { sendPlainPage } from '#app/kit/errors/plain-page.ts';

export interface OriginOptions {
  /** The product's own origin. */
  publicUrl: string;
  /** Whether it was configured. If not, any address that reaches the server counts as its own. */
  publicUrlGiven: boolean;
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses forms that another site makes a browser send with 403, so that no other site can act in a person's name.
 * Programs that send neither `Origin` nor `Sec-Fetch-Site` pass: they send no browser's cookies by accident.
 */
export function ownOriginOnly(options: OriginOptions): RequestHandler {
  return (request, response, next) => {
    if (reading.has(request.method) || isOwn(request, options)) {
      // Remix would check it again, without knowing the configured origin.
      delete request.headers.origin;
      return next();
    }
    response.locals.log?.warn({ origin: request.get('Origin') }, 'http.other_origin_refused');
    sendPlainPage(response, {
      status: 403,
      title: 'This request came from another site',
      sentences: ['Nothing was changed. Open the page in Imprimatur and try again.'],
      reference: String(response.locals.requestId),
    });
  };
}

function isOwn(request: Request, { publicUrl, publicUrlGiven }: OriginOptions): boolean {
  const origin = request.get('Origin');
  if (origin === undefined) {
    const site = request.get('Sec-Fetch-Site');
    return site === undefined || site === 'same-origin' || site === 'none';
  }
  if (origin === publicUrl) return true;
  if (publicUrlGiven && publicUrl.startsWith('https:')) return false;
  // Another site cannot make a browser send a false Host.
  return URL.canParse(origin) && new URL(origin).host === request.get('Host');
}
