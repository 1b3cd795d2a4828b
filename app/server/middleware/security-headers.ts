import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';

export interface SecurityOptions {
  /** Sends HSTS. */
  https: boolean;
  /** The origin of the S3 server, if browsers upload to it directly. */
  uploadOrigin: string | null;
  /** Allows Vite's inline styles and WebSocket. */
  development: boolean;
}

/**
 * The headers of every answer. Scripts need the request's nonce (`res.locals.cspNonce`); styles come only from files.
 * The referrer policy is not `no-referrer`, with which browsers send `Origin: null` with forms.
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

/** Sets `no-store` on every answer without a Cache-Control: a cached redirect could reach another person. */
export const noStoreByDefault: RequestHandler = (_request, response, next) => {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => typeof response;
  response.writeHead = (...args: unknown[]) => {
    if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
    return writeHead(...args);
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
