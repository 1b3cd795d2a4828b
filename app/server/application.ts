import path from 'node:path';
import compression from 'compression';
import staticGzip from 'express-static-gzip';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { createRequestHandler } from '@remix-run/express';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import type { Logger } from 'pino';
import { root, type Config } from '#app/adapters/environment/config.ts';
import { unavailabilityOf } from '#app/kit/errors/unavailable.ts';
import { isClientGone, waitForDrain } from '#app/kit/downloads/backpressure.ts';
import { signables } from '#app/server/signables.ts';
import type { Reader } from '#app/adapters/secrets/signed-url.ts';
import { noStoreByDefault, securityHeaders } from '#app/server/middleware/security-headers.ts';
import { limitFormSize } from '#app/server/middleware/form-size-limit.ts';
import { allowedMethods } from '#app/server/middleware/allowed-methods.ts';
import { ownOriginOnly } from '#app/server/middleware/origin-check.ts';
import { sendPlainPage } from '#app/kit/errors/plain-page.ts';
import { alive, ready, type Checks } from '#app/server/readiness.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { problemAnswer } from '#app/kit/errors/problem-json.ts';
import { newRequestId } from '#app/server/middleware/request-id.ts';
import { reportFiles } from '#app/reports/making/report-file.ts';
import { rosettes } from '#app/server/middleware/rosettes.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { Ports } from '#app/kit/ports.ts';

/** Addresses that earlier releases gave, and where they lead now. */
const moved = [
  ['/dashboard/settings/seal.pem', addresses.organisationCertificate()],
  ['/dashboard/settings/passwords', addresses.settings('ways-in')],
] as const;

/** The build of Remix; in development a function that answers the current one. */
export type PagesBuild = ServerBuild | (() => Promise<ServerBuild>);

export interface ApplicationOptions {
  config: Config;
  services: Ports;
  checks: Checks;
  log: Logger;
  build: PagesBuild;
  /** Serves the modules in development. */
  vite?: RequestHandler;
  /** Endpoints that ignore cookies: signed file addresses, and the API. */
  endpoints?: (app: Express) => void;
}

/** The express application around Remix. */
export function createApplication(options: ApplicationOptions): Express {
  const { config, services, log } = options;
  const development = config.mode === 'development';
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.use(identify(log));
  app.get('/healthz', alive);
  app.get('/readyz', ready(options.checks));
  app.use(ignoreUntrustedForwarding(app));
  const https = config.publicUrl.startsWith('https:');
  app.use(securityHeaders({ https, uploadOrigin: services.storage.uploadOrigin, development }));
  app.use(compression());
  app.use(requireHost);
  if (options.vite) app.use(options.vite);
  else serveFiles(app);
  app.use(noStoreByDefault);
  for (const [old, now] of moved) app.get(old, (_request, response) => response.redirect(301, now));
  app.get('/rosettes/:sha256/:drawing.svg', rosettes);
  options.endpoints?.(app);
  app.use(refuseNul);
  app.use(reportFiles(services));
  app.use(ownOriginOnly(config));
  app.use(allowedMethods);
  app.use(limitFormSize());
  const pages = createRequestHandler({
    build: options.build,
    mode: config.mode,
    getLoadContext: (request, response): AppLoadContext => ({
      services,
      signables,
      cspNonce: String(response.locals.cspNonce),
      requestId: String(response.locals.requestId),
      address: request.ip ?? null,
      reader: response.locals.reader as Reader | undefined,
      log: response.locals.log as Logger,
      header: (name, value) => void response.setHeader(name, value),
      calls: response.locals.calls as AppLoadContext['calls'],
      waitForDrain: () => waitForDrain(response),
    }),
  });
  app.all('*', (request, response, next) => void pages(request, response, next));
  app.use(lastResort);
  return app;
}

/** Gives each request an id: in the answer's header, the log lines and the error page. The query is not logged. */
function identify(log: Logger): RequestHandler {
  return (request, response, next) => {
    const requestId = newRequestId();
    const begun = performance.now();
    // Read now: a request that the client gave up has no connection to read the address from.
    const { method, path: asked, ip: address } = request;
    response.locals.requestId = requestId;
    response.locals.log = log.child({ request: requestId });
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () => {
      const quiet = asked === '/healthz' || asked === '/readyz' || asked.startsWith('/assets/');
      const ms = Math.round(performance.now() - begun);
      const facts = { method, path: asked, status: response.statusCode, ms, address };
      const line = response.locals.log as Logger;
      line[quiet ? 'debug' : 'info'](facts, response.writableFinished ? 'http.answered' : 'http.aborted');
    });
    next();
  };
}

/** Drops `X-Forwarded-*` unless a configured proxy sent it: Remix would believe the host in it. */
function ignoreUntrustedForwarding(app: Express): RequestHandler {
  const trusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return (request, _response, next) => {
    if (!trusted(request.socket.remoteAddress ?? '', 0)) {
      for (const name of Object.keys(request.headers)) {
        if (name.startsWith('x-forwarded-') || name === 'forwarded') delete request.headers[name];
      }
    }
    next();
  };
}

/** Refuses a request without exactly one valid Host with 400 (RFC 9112 section 3.2). */
const requireHost: RequestHandler = (request, response, next) => {
  const [host, ...others] = request.headersDistinct.host ?? [];
  const optional = host === undefined && request.httpVersion === '1.0';
  if (optional || (host !== undefined && others.length === 0 && isHost(host))) return next();
  const requestId = String(response.locals.requestId);
  const { status, headers, body } = problemAnswer({ code: 'malformed' }, { requestId });
  response.status(status).set(headers).type('application/problem+json').send(JSON.stringify(body));
};

/** Refuses an address with a NUL character, which PostgreSQL cannot store. */
const refuseNul: RequestHandler = (request, response, next) => {
  if (!request.originalUrl.includes('%00')) return next();
  const { status, title } = problemOf({ code: 'malformed' });
  const sentences = ['Page not found. Nothing was changed.'];
  sendPlainPage(response, { status, title, sentences, reference: String(response.locals.requestId) });
};

const isHost = (text: string): boolean => /^[\w.:[\]-]*$/.test(text) && (text === '' || URL.canParse(`http://${text}`));

function serveFiles(app: Express): void {
  // The build has compressed them, and their names hold the digest of the content.
  // The build has compressed them, and their names hold the digest of the content.
  const assets = path.join(root, 'build/client/assets');
  const serveStatic = { immutable: true, maxAge: '1y', fallthrough: false };
  app.use('/assets', staticGzip(assets, { enableBrotli: true, orderPreference: ['br'], index: false, serveStatic }));
}

const lastResort: ErrorRequestHandler = (error: Error & { status?: number }, _request, response, next) => {
  if (isClientGone(error)) return;
  const away = unavailabilityOf(error);
  const problem = away && problemOf(away);
  const status = problem?.status ?? error.status ?? 500;
  const line = response.locals.log as Logger;
  if (status >= 500) line.error({ err: error }, 'http.request_failed');
  if (response.headersSent) return next(error);
  if (problem) {
    const sentences = [problem.detail ?? ''];
    response.setHeader('Retry-After', String(problem.retryAfter));
    return sendPlainPage(response, { ...problem, sentences, reference: String(response.locals.requestId) });
  }
  sendPlainPage(response, {
    status,
    title: status === 404 ? 'Page not found' : 'Something went wrong',
    sentences:
      status === 404
        ? ['Check the address.']
        : ['What you saved before is safe. Try again.', 'If it happens again, give your administrator the reference.'],
    reference: String(response.locals.requestId),
  });
};
