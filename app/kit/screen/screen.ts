import { data, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { roleMay, type Action } from '#events/permissions.ts';
import { refuse, type Result } from '#events/failures.ts';
import { execute, type Command, type CommandContext } from '#app/kit/command/command.ts';
import { deleteSent } from '#app/kit/screen/saved-form.ts';
import { actorOf, requireViewer, stillSignedIn, viewerOf } from '#app/kit/session/session.ts';
import { unavailabilityOf } from '#app/kit/errors/unavailable.ts';
import { errorPage, isErrorPage, toRefusalView } from '#app/kit/errors/error-page.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { atOnePosition, type Ask as AskOrRefuse, type Query } from '#app/kit/query/query.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { isMultipart, mostFields } from '#app/adapters/storage/multipart.ts';
import type { Ports } from '#app/kit/ports.ts';

/** Who may see a screen: everybody, everybody who is signed in, or a role with a permission. */
export type Access = 'public' | 'signed-in' | Action;

type Ask = <S extends z.ZodType, O>(query: Query<S, O>, input: z.input<S>) => Promise<O>;

/** The argument of a screen's loader or action; `params` and `search` are parsed by their schemas. */
export interface Page<V extends Viewer | null = Viewer, P = unknown, S = unknown> {
  readonly request: Request;
  readonly url: URL;
  readonly params: P;
  readonly search: S;
  readonly viewer: V;
  readonly ports: Ports;
  /** When the request began: ISO 8601 in UTC. */
  readonly now: string;
  readonly context: AppLoadContext;
  /** Returns a query's value; throws its refusal as an error page. */
  ask: Ask;
  /** Runs several queries in one snapshot. */
  atOnePosition<T>(work: (ask: Ask) => Promise<T>): Promise<T>;
  /** Runs a command; a second run with the same `commandId` returns the first one's answer. */
  execute<S extends z.ZodType, O>(command: Command<S, O>, input: unknown, commandId?: string): Promise<Result<O>>;
}

export type PageOf<A extends Access, P, S> = Page<A extends 'public' ? Viewer | null : Viewer, P, S>;

/** The access and the address of a screen. */
export interface Route<A extends Access, P extends z.ZodType, S extends z.ZodType> {
  readonly access: A;
  /** The path's parameters; others are answered with 404. */
  readonly params?: P;
  /** The query's values. A value that may be wrong has a default in the schema; others are answered with 404. */
  readonly search?: S;
}

type Nothing = z.ZodType<unknown>;

/** Builds a screen's loader: checks the viewer, parses the address, then loads. */
export const screenLoader =
  <A extends Access, T, P extends z.ZodType = Nothing, S extends z.ZodType = Nothing>({
    load,
    ...route
  }: Route<A, P, S> & { load: (page: PageOf<A, z.output<P>, z.output<S>>) => Promise<T> }) =>
  (args: LoaderFunctionArgs): Promise<T> =>
    withReference(args, async () => load(await openPage(route, args)));

/** Builds a screen's action. A refusal shows the form again, a success redirects with 303. */
export const screenAction =
  <A extends Access, T, P extends z.ZodType = Nothing, S extends z.ZodType = Nothing>({
    act,
    ...route
  }: Route<A, P, S> & { act: (page: PageOf<A, z.output<P>, z.output<S>>) => Promise<T> }) =>
  (args: ActionFunctionArgs): Promise<T> =>
    withReference(args, async () => {
      refuseUnreadable(args.request);
      const page = await openPage(route, args);
      return act(page).catch((thrown: unknown) => deleteSavedForm(page, thrown));
    });

/** Makes `request.formData` answer 400 to an incomplete form instead of 500. A clone of the request needs it again. */
export function refuseUnreadable(request: Request): Request {
  const read = request.formData.bind(request);
  request.formData = () =>
    read().then(
      (form) => {
        if ([...form.keys()].length > mostFields) throw errorPage({ code: 'body_too_large' });
        return form;
      },
      () => {
        throw errorPage({ code: 'malformed' });
      },
    );
  return request;
}

/** Deletes the saved form once the form is carried out (303). */
async function deleteSavedForm({ viewer, request, context }: Page<Viewer | null>, thrown: unknown): Promise<never> {
  if (viewer && thrown instanceof Response && thrown.status === 303) {
    await deleteSent({ request, context, viewer });
  }
  throw thrown;
}

/** Adds the request's id to a thrown error, so that the error page and the log can be matched. */
export async function withReference<T>(
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const unavailable = unavailabilityOf(thrown);
    if (unavailable) context.log.error({ err: thrown }, 'http.unavailable');
    const problem = unavailable ? problemOf(unavailable) : isErrorPage(thrown) ? thrown.problem : null;
    if (problem) {
      if (problem.retryAfter !== null) context.header('Retry-After', String(problem.retryAfter));
      const view = toRefusalView(problem, context.requestId, request.method === 'POST');
      throw data({ ...problem, ...view }, { status: problem.status });
    }
    if (thrown instanceof Response || request.signal.aborted) throw thrown;
    context.log.error({ err: thrown }, 'http.request_failed');
    throw data({ reference: context.requestId }, { status: 500 });
  }
}

/** Whether a loader or an action threw a refusal or a redirect. */
export const isRefusal = (thrown: unknown): boolean => isErrorPage(thrown) || thrown instanceof Response;

/** Whether another person opened the form before the viewer signed in with the same browser. */
async function isOfAnother(request: Request, viewer: Viewer): Promise<boolean> {
  if (request.method !== 'POST' || isMultipart(request)) return false;
  const person = (await request.formData()).get('person');
  return person !== null && person !== viewer.uid;
}

/** Parses a part of the address; throws the not-found page where it does not fit. */
function parseAddress(schema: z.ZodType | undefined, values: object): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw errorPage({ code: 'not_found' });
  return parsed.data;
}

/** The query's values by name; the first of several. */
const valuesOf = ({ searchParams }: URL) => Object.fromEntries([...searchParams].toReversed());

/** For HEAD, which changes nothing: a page that would sign a checkpoint shows the latest one. */
const changingNothing = (ports: Ports): Ports => ({
  ...ports,
  checkpoints: { ...ports.checkpoints, sign: (org) => ports.checkpoints.latest(org) },
});

async function openPage<A extends Access, P extends z.ZodType, S extends z.ZodType>(
  { access, params: paramsSchema, search }: Route<A, P, S>,
  { request, params, context }: LoaderFunctionArgs | ActionFunctionArgs,
): Promise<PageOf<A, z.output<P>, z.output<S>>> {
  const viewer = access === 'public' ? await viewerOf(request, context) : await requireViewer(request, context);
  if (viewer && access !== 'public' && access !== 'signed-in' && !roleMay(viewer.role, access)) {
    context.log.warn({ user: viewer.uid, access }, 'refused');
    throw errorPage({ code: (await isOfAnother(request, viewer)) ? 'other_person' : 'not_allowed' });
  }
  const ports = request.method === 'HEAD' ? changingNothing(context.services) : context.services;
  const now = ports.now();
  const url = new URL(request.url);
  const page: Page<Viewer | null> = {
    request,
    url,
    params: parseAddress(paramsSchema, params),
    search: parseAddress(search, valuesOf(url)),
    viewer,
    ports,
    now,
    context,
    ask: (query, input) => page.atOnePosition((ask) => ask(query, input)),
    async atOnePosition(work) {
      if (!viewer) throw errorPage({ code: 'not_signed_in' });
      return atOnePosition({ ports, viewer, now }, (ask) => work(orErrorPage(ask)));
    },
    async execute(command, input, commandId = ports.newId()) {
      if (request.method === 'HEAD') return refuse('method_not_allowed');
      if (viewer && !(await stillSignedIn(request, context, now))) return refuse('not_signed_in');
      // The command's time is not the request's: an upload may take hours.
      return execute(command, input, commandContext(context, viewer, ports.now(), commandId));
    },
  };
  // A viewer is missing on a public screen only.
  return page as PageOf<A, z.output<P>, z.output<S>>;
}

/** Throws a refusal as an error page. */
export const orErrorPage =
  (ask: AskOrRefuse): Ask =>
  async (query, input) => {
    const answer = await ask(query, input);
    if (!answer.ok) throw errorPage(answer.failure);
    return answer.value;
  };

/** The context of a request's commands. A visitor's command finds its organisation itself. */
function commandContext(
  context: AppLoadContext,
  viewer: Viewer | null,
  now: string,
  commandId: string,
): CommandContext {
  return {
    ports: context.services,
    org: viewer?.org ?? '',
    actor: viewer ? actorOf(viewer, context.address) : { kind: 'visitor', address: context.address },
    viewer,
    commandId,
    now,
  };
}
