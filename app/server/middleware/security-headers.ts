import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';

export interface SecurityOptions {
  /** Sends HSTS and lets the browser upgrade to TLS. */
  https: boolean;
  /** The S3 server's origin, where browsers upload to it directly. */
  uploadOrigin: string | null;
  /** Vite puts styles into the page and talks to it over a socket. */
  development: boolean;
}

/**
 * The headers that every answer has. Scripts need the request's nonce (`res.locals.cspNonce`); styles come from files alone;
 * nothing is framed and no type is guessed. The referrer stays within the product: `no-referrer` would make browsers send
 * `Origin: null` with forms.
 */
export function securityHeaders(options: SecurityOptions): RequestHandler {
  return (_request, response, next) => {
    const nonce = randomBytes(16).toString('base64');
    response.locals.cspNonce = nonce;
    response.setHeader('Content-Security-Policy', contentSecurityPolicy(nonce, options));
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('X-Frame-Options', 'DENY');
    response.setHeader('Referrer-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    if (options.https) response.setHeader('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
    next();
  };
}

/** What does not say how long it may be kept is not kept: a redirect least of all, which is another's for whoever comes next. */
export const keptNowhere: RequestHandler = (_request, response, next) => {
  const writeHead = response.writeHead.bind(response) as (...told: unknown[]) => typeof response;
  response.writeHead = (...told: unknown[]) => {
    if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
    return writeHead(...told);
  };
  next();
};

function contentSecurityPolicy(nonce: string, { uploadOrigin, development }: SecurityOptions): string {
  const connect = ["'self'", ...(uploadOrigin ? [uploadOrigin] : []), ...(development ? ['ws:'] : [])];
  const directives = {
    'default-src': "'none'",
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': development ? "'self' 'unsafe-inline'" : "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': connect.join(' '),
    'manifest-src': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
