import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { z } from 'zod';
import {
  fieldMessages,
  ok,
  plainWords,
  refuse,
  type Failure,
  type FailureCode,
  type Result,
} from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import { isStorable, readJson } from '#app/server/api/body.ts';
import { etagOf, isNotModified, seenVersionOf } from '#app/kit/call/etag.ts';
import { onceByKey } from '#app/server/api/idempotency/idempotency.ts';
import { limitHeaders, type CallLimits } from '#app/server/api/limits.ts';
import { describeCalls } from '#app/server/api/openapi.ts';
import { readCalls } from '#app/server/api/reference-page.ts';
import { sendFile } from '#app/kit/downloads/send-file.ts';
import { createRouting, type Found } from '#app/server/api/routing.ts';
import { missingScope, readServiceAccount } from '#app/server/api/service-account.ts';
import type { SentAnswer } from '#app/server/api/idempotency/store.ts';
import {
  bodyless,
  isRevalidated,
  listParametersOf,
  isRefusedCall,
  type Answer,
  type Call,
  type Endpoint,
  type Method,
} from '#app/kit/call/endpoint.ts';
import { unavailabilityOf } from '#app/kit/errors/unavailable.ts';
import { problemAnswer } from '#app/kit/errors/problem-json.ts';
import { validateSession } from '#app/kit/session/session-ends.ts';
import { viewerOfVisit } from '#app/kit/query/read-viewer.ts';
import type { Ports } from '#app/kit/ports.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

interface Exchange {
  request: Request;
  response: Response;
  requestId: string;
  log: Logger;
}

/** Milliseconds. */
const slowBody = 1_000;

const descriptionPath = '/api/openapi.json';
const referencePath = '/api/docs';

/**
 * The API as express middleware under /api. It reads bearer tokens and no cookies, so it is mounted before the check
 * that guards forms against other sites.
 */
export function apiCalls(endpoints: readonly Endpoint[], ports: Ports, limits: CallLimits): RequestHandler {
  for (const { method, path, changes } of endpoints) {
    if (method === 'GET' && changes !== stateChangingGets.has(path))
      throw new Error(`GET ${path} and the list of the GETs that change something disagree.`);
  }
  const find = createRouting(endpoints);
  const described = onFirstUse(() => {
    const description = describeCalls(endpoints, ports.config);
    return {
      description: JSON.stringify(description),
      page: readCalls(endpoints, description, ports.config.publicUrl),
    };
  });

  return (request, response, next) => {
    if (request.path !== '/api' && !request.path.startsWith('/api/')) return next();
    const requestId = String(response.locals.requestId);
    const asked: Exchange = { request, response, requestId, log: response.locals.log as Logger };
    if (request.path === referencePath && isRead(request)) {
      response.vary('Accept');
      if (request.accepts(['html', 'json']) === 'json') {
        response.setHeader('Allow', 'POST');
        const detail = 'Documents are listed at /api/orgs/{orgUid}/docs.';
        return sendFailure(asked, { code: 'method_not_allowed', detail });
      }
      // The API reference page is a screen: Remix answers it.
      response.locals.calls = described().page;
      return next();
    }
    if (request.path === descriptionPath && isRead(request)) {
      const { description } = described();
      return send(
        asked,
        { status: 200, headers: { 'Cache-Control': 'no-cache' }, body: description },
        etagOf(description),
      );
    }
    if (request.path === descriptionPath) {
      response.setHeader('Allow', 'GET, HEAD');
      return sendFailure(asked, { code: 'method_not_allowed' });
    }
    const found = find(request.path);
    if (!found) return sendFailure(asked, { code: 'not_found' });
    answer(asked, found, ports, limits).catch((error: unknown) => {
      if (response.headersSent) return next(error);
      asked.log.error({ err: error }, 'api.failed');
      sendFailure(asked, unavailabilityOf(error) ?? { code: 'fault' });
    });
  };
}

/** Describing the API takes a tenth of a second, so it is done when first asked for. */
function onFirstUse<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** HEAD is answered as GET, except where GET changes something: a file that is not sent is not recorded. */
function endpointOf({ endpoints }: Found, method: string): Endpoint | undefined {
  if (method !== 'HEAD') return endpoints.get(method as Method);
  const read = endpoints.get('GET');
  return read?.changes && !read.mediaType ? undefined : read;
}

async function answer(asked: Exchange, found: Found, ports: Ports, limits: CallLimits): Promise<void> {
  const { request, response } = asked;
  const begun = performance.now();
  const endpoint = endpointOf(found, request.method);
  if (!endpoint) {
    const methods: string[] = [...found.endpoints.keys()];
    if (endpointOf(found, 'HEAD')) methods.push('HEAD');
    if (request.path === referencePath) methods.push('GET', 'HEAD');
    response.setHeader('Allow', methods.join(', '));
    return sendFailure(asked, { code: 'method_not_allowed' });
  }
  const refused = (failure: Failure, badToken = false) => sendFailure(asked, failure, { endpoint, badToken });
  const token = ports.identity.sessions.readBearer(request.get('Authorization') ?? null);
  const isOpen = endpoint.permission === 'anyone' && !endpoint.takesSession;
  const bearer = isOpen ? null : await bearerOf(token, request.ip ?? null, ports);
  if (bearer && !bearer.ok) return refused(bearer.failure, true);
  const viewer = bearer?.value ?? null;
  // The log names the person whose request is refused (21 CFR 11.10(g)).
  if (viewer) asked.log = asked.log.child({ user: viewer.uid, account: viewer.serviceAccount?.uid });
  // An unknown token counts toward the limit before it is answered, so that tokens cannot be guessed.
  const admission = await limits.admit(viewer?.session ?? null, request.ip ?? '');
  for (const [name, value] of Object.entries(limitHeaders(admission))) response.setHeader(name, value);
  if (!admission.admitted)
    return refused({ code: 'too_many_requests', facts: { retryAfterSeconds: admission.resetSeconds } });
  if (endpoint.permission !== 'anyone' && !viewer) return refused({ code: 'not_signed_in' }, token !== null);
  const unfit = missingScope(viewer, endpoint.operation);
  if (unfit) return refused(unfit);

  const call = await parse(asked, endpoint, found.params, { viewer, token }, ports);
  if (!call.ok) return refused(call.failure);
  // The session may have ended while a slow body arrived.
  const late = performance.now() - begun > slowBody;
  if (viewer && late && !(await bearerOf(token, request.ip ?? null, ports))?.ok)
    return refused({ code: 'not_signed_in' }, true);
  const run = (commandId?: string): Promise<Result<Answer>> =>
    endpoint.run({ ...call.value, ...(commandId && { commandId }) }).catch((thrown: unknown) => {
      if (isRefusedCall(thrown)) return { ok: false as const, failure: thrown.failure };
      throw thrown;
    });
  const work = async (commandId?: string): Promise<SentAnswer> => {
    const done = await run(commandId);
    return done.ok ? shown(endpoint, done.value) : problem(asked, done.failure, endpoint);
  };
  if (endpoint.mediaType) {
    const done = await run();
    const { file } = done.ok ? done.value : {};
    if (!done.ok || !file || !viewer) return refused(done.ok ? { code: 'fault' } : done.failure);
    const failure = await sendFile(asked, ports.storage.within(viewer.org), file);
    return failure ? refused(failure) : undefined;
  }
  const sent =
    endpoint.method === 'POST'
      ? await onceByKey(request, call.value, work)
      : { ok: true as const, value: await work() };
  if (!sent.ok) return refused(sent.failure);
  send(asked, sent.value, sent.value.headers.ETag);
}

/** The person or the program of the bearer token; null where it is unknown, or a person's that has ended. */
async function bearerOf(token: string | null, address: string | null, ports: Ports): Promise<Result<Viewer> | null> {
  if (!token) return null;
  if (ports.identity.serviceTokens.isToken(token)) return readServiceAccount(token, address, ports);
  const visit = await validateSession(ports, token, { now: ports.now(), address, door: 'call' });
  const viewer = visit && viewerOfVisit(visit);
  return viewer && ok(viewer);
}

async function parse(
  { request, response }: Exchange,
  endpoint: Endpoint,
  named: Record<string, string>,
  { viewer, token }: { viewer: Viewer | null; token: string | null },
  ports: Ports,
): Promise<Result<Call>> {
  const params = endpoint.params?.safeParse(named);
  if (params && !params.success) return refuse('not_found');
  const { permission } = endpoint;
  if (viewer && permission !== 'signed-in' && permission !== 'anyone' && !roleMay(viewer.role, permission))
    return refuse(endpoint.refusedAs);
  const sentParameters = new URL(request.originalUrl, 'http://localhost').searchParams;
  const asked = Object.fromEntries(sentParameters);
  if (!isStorable(asked) || isGarbled(asked, request)) return refuse('malformed');
  const misread = misreadParameters(endpoint, sentParameters);
  if (misread) return misread;
  const query = fits(endpoint.query, asked);
  if (!query.ok) return query;
  const page = fits(listParametersOf(endpoint), asked);
  if (!page.ok) return page;
  const read = endpoint.body ? await readJson(request, response) : { ok: true as const, value: undefined };
  if (!read.ok) return read;
  const sent = read.value === undefined ? bodyless(endpoint.body) : read.value;
  const body = fits(endpoint.body, sent);
  if (!body.ok) return body;
  return {
    ok: true,
    value: {
      params: params?.data,
      query: query.value,
      page: page.value ?? {},
      body: body.value,
      viewer,
      token,
      ports,
      now: ports.now(),
      commandId: ports.newId(),
      address: request.ip ?? null,
      agent: request.get('User-Agent') ?? null,
      expectedVersion: endpoint.versioned ? seenVersionOf(request.get('If-Match')) : undefined,
    },
  };
}

/** Refuses a parameter that the endpoint does not know, or that is given twice: a misspelt filter reads everything. */
function misreadParameters(endpoint: Endpoint, sent: URLSearchParams): ReturnType<typeof refuse> | null {
  const known = Object.keys({ ...endpoint.query?.shape, ...listParametersOf(endpoint)?.shape });
  const fields: Record<string, string[]> = {};
  for (const name of sent.keys()) {
    if (!known.includes(name)) fields[name] = ['There is no such parameter.'];
    else if (sent.getAll(name).length > 1) fields[name] = ['Give this parameter once.'];
  }
  return Object.keys(fields).length > 0 ? refuse('invalid_input', { fields }) : null;
}

/** Bytes that are not UTF-8 are read as �, and would be recorded so. */
const isGarbled = (asked: Record<string, string>, { originalUrl }: Request): boolean =>
  Object.entries(asked).some((one) => one.join('').includes('\ufffd')) && !/%ef%bf%bd/i.test(originalUrl);

/** Parses a part of the request, with the product's own messages for missing values and wrong types. */
function fits<S extends z.ZodType>(schema: S | undefined, given: unknown): Result<z.output<S> | undefined> {
  if (!schema) return { ok: true, value: undefined };
  const parsed = schema.safeParse(given, { error: plainWords });
  return parsed.success
    ? { ok: true, value: parsed.data }
    : refuse('invalid_input', { fields: fieldMessages(parsed.error) });
}

function shown(endpoint: Endpoint, { data, next, uid, location, version }: Answer): SentAnswer {
  const body = JSON.stringify(endpoint.list ? { data, next: next ?? null } : { data });
  const revalidated = isRevalidated(endpoint);
  return {
    status: endpoint.status ?? 200,
    headers: {
      // A cache asks before it uses an answer again; an answer that is not read again is not stored.
      'Cache-Control': revalidated ? 'private, no-cache' : 'no-store',
      ...(revalidated || version !== undefined ? { ETag: etagOf(body, version) } : {}),
      ...(uid && { uid }),
      ...(location && { Location: location }),
    },
    body,
  };
}

function problem({ requestId, log }: Exchange, failure: Failure, endpoint?: Endpoint, badToken = false): SentAnswer {
  const { status, headers, body } = problemAnswer(failure, { requestId, fields: endpoint?.fields, badToken });
  log.info({ call: endpoint && `${endpoint.method} ${endpoint.path}`, refusal: failure.code }, 'api.refused');
  return { status, headers: { ...headers, 'Content-Type': 'application/problem+json' }, body: JSON.stringify(body) };
}

const sendFailure = (
  asked: Exchange,
  failure: { code: FailureCode } & Omit<Failure, 'code'>,
  { endpoint, badToken }: { endpoint?: Endpoint; badToken?: boolean } = {},
): void => send(asked, problem(asked, failure, endpoint, badToken));

function send({ request, response }: Exchange, { status, headers, body }: SentAnswer, etag?: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Vary', 'Authorization, Accept-Encoding');
  if (etag && isRead(request)) {
    response.setHeader('ETag', etag);
    if (status === 200 && isNotModified(request.get('If-None-Match'), etag)) {
      response.removeHeader('Content-Type');
      response.status(304).end();
      return;
    }
  }
  response.status(status).end(request.method === 'HEAD' ? undefined : body);
}

/**
 * The GETs that change something: those of the specification, and `original`, which records that a file is taken. Each
 * needs a bearer token except `failedattempt`, which only records and is limited by network address. No other GET can
 * run a command.
 */
export const stateChangingGets: ReadonlySet<string> = new Set([
  '/api/users/{uid}/login',
  '/api/users/{uid}/credsupdated',
  '/api/users/{uid}/logout',
  '/api/users/failedattempt',
  '/api/docs/{uid}/original',
]);
