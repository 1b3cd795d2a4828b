import type { Request, RequestHandler } from 'express';
import { sendPlainPage } from '#app/server/errors/plain-page.ts';

export interface OriginOptions {
  /** The product's own origin. */
  publicUrl: string;
  /** Whether it was configured; else any address that the server is reached at is its own. */
  publicUrlGiven: boolean;
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses with 403 whatever another site makes a browser send, so that no other site can act in a person's name. Programs
 * that send neither `Origin` nor `Sec-Fetch-Site` pass: they hold no cookie that they were not given. The calls of /api are answered
 * before: no cookie counts there.
 */
export function ownOriginOnly(options: OriginOptions): RequestHandler {
  return (request, response, next) => {
    if (reading.has(request.method) || isOwn(request, options)) {
      // Checked here once and for all; Remix's own check knows no configured origin.
      delete request.headers.origin;
      return next();
    }
    response.locals.log?.warn({ origin: request.get('Origin') }, 'refused a request from another site');
    sendPlainPage(response, {
      status: 403,
      title: 'This request came from another site',
      sentences: ['Nothing was changed. Open the page again in Imprimatur itself and repeat what you did there.'],
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
  // A browser cannot be made to send another host than the one it talks to.
  return URL.canParse(origin) && new URL(origin).host === request.get('Host');
}
