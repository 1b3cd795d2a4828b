import path from 'node:path';
import compression from 'compression';
import staticGzip from 'express-static-gzip';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { createRequestHandler } from '@remix-run/express';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import type { Logger } from 'pino';
import { root, type Config } from '#app/config.ts';
import { failureOfAway } from '#app/server/errors/unavailable.ts';
import { isClientGone, waitForDrain } from '#app/server/backpressure.ts';
import type { Reader } from '#app/signed-url/signed-url.ts';
import { keptNowhere, securityHeaders } from '#app/server/middleware/security-headers.ts';
import { smallForms } from '#app/server/middleware/form-size-limit.ts';
import { methodsOfPages } from '#app/server/middleware/allowed-methods.ts';
import { ownOriginOnly } from '#app/server/middleware/origin-check.ts';
import { sendPlainPage } from '#app/server/errors/plain-page.ts';
import { alive, ready, type Checks } from '#app/server/readiness.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import { problemAnswer } from '#app/server/errors/problem-json.ts';
import { newRequestId } from '#app/server/middleware/request-id.ts';
import { reportFiles } from '#app/server/downloads/report-file.ts';
import { rosettes } from '#app/server/middleware/rosettes.ts';
import type { Ports } from '#app/ports.ts';

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
  /** Further endpoints where no cookie counts: signed file addresses, and the calls by bearer token. */
  endpoints?: (app: Express) => void;
}

/** The whole of HTTP: express around Remix. */
export function createApplication(options: ApplicationOptions): Express {
  const { config, services, log } = options;
  const development = config.mode === 'development';
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.use(identify(log));
  app.get('/healthz', alive);
  app.get('/readyz', ready(options.checks));
  app.use(ignoreStrangersForwarding(app));
  const https = config.publicUrl.startsWith('https:');
  app.use(securityHeaders({ https, uploadOrigin: services.storage.uploadOrigin, development }));
  app.use(compression());
  app.use(toOneHost);
  if (options.vite) app.use(options.vite);
  else serveFiles(app);
  app.use(keptNowhere);
  app.get('/seals/:sha256/:drawing.svg', rosettes);
  options.endpoints?.(app);
  app.use(storableAddress);
  app.use(reportFiles(services));
  app.use(ownOriginOnly(config));
  app.use(methodsOfPages);
  app.use(smallForms());
  const pages = createRequestHandler({
    build: options.build,
    mode: config.mode,
    getLoadContext: (request, response): AppLoadContext => ({
      services,
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

/** Gives each request its id, which the answer's header, its log lines and its error page bear. The query is not logged. */
function identify(log: Logger): RequestHandler {
  return (request, response, next) => {
    const requestId = newRequestId();
    const begun = performance.now();
    // The address too: a request that was given up has no connection any more to tell it.
    const { method, path: asked, ip: address } = request;
    response.locals.requestId = requestId;
    response.locals.log = log.child({ request: requestId });
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () => {
      const quiet = asked === '/healthz' || asked === '/readyz' || asked.startsWith('/assets/');
      const ms = Math.round(performance.now() - begun);
      const facts = { method, path: asked, status: response.statusCode, ms, address };
      const line = response.locals.log as Logger;
      line[quiet ? 'debug' : 'info'](facts, response.writableFinished ? 'answered' : 'broken off');
    });
    next();
  };
}

/** Drops `X-Forwarded-*` of whoever is not a configured proxy: Remix would believe the host in it. */
function ignoreStrangersForwarding(app: Express): RequestHandler {
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

/** Refuses with 400 what names no host, several, or none that could be one (RFC 9112 section 3.2). */
const toOneHost: RequestHandler = (request, response, next) => {
  const [host, ...others] = request.headersDistinct.host ?? [];
  const optional = host === undefined && request.httpVersion === '1.0';
  if (optional || (host !== undefined && others.length === 0 && isHost(host))) return next();
  const requestId = String(response.locals.requestId);
  const { status, headers, body } = problemAnswer({ code: 'malformed' }, { requestId });
  response.status(status).set(headers).type('application/problem+json').send(JSON.stringify(body));
};

/** Refuses an address with a NUL in it: no page has one, and the database holds none. */
const storableAddress: RequestHandler = (request, response, next) => {
  if (!request.originalUrl.includes('%00')) return next();
  const { status, title } = problemOf({ code: 'malformed' });
  const sentences = ['There is nothing at this address. Nothing was changed.'];
  sendPlainPage(response, { status, title, sentences, reference: String(response.locals.requestId) });
};

const isHost = (text: string): boolean => /^[\w.:[\]-]*$/.test(text) && (text === '' || URL.canParse(`http://${text}`));

function serveFiles(app: Express): void {
  // Names under /assets hold the digest of the content. The build has compressed them.
  const assets = path.join(root, 'build/client/assets');
  const serveStatic = { immutable: true, maxAge: '1y', fallthrough: false };
  app.use('/assets', staticGzip(assets, { enableBrotli: true, orderPreference: ['br'], index: false, serveStatic }));
}

const lastResort: ErrorRequestHandler = (error: Error & { status?: number }, _request, response, next) => {
  if (isClientGone(error)) return;
  const away = failureOfAway(error);
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
    title: status === 404 ? 'Not found' : 'Something went wrong',
    sentences:
      status === 404
        ? ['There is nothing at this address.']
        : [
            'What you had already saved is safe. Try again; if it happens again, tell your administrator the reference below.',
          ],
    reference: String(response.locals.requestId),
  });
};
