import { data, redirect, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node';
import type { SubmissionResult } from '@conform-to/react';
import type { FormAnswer } from '#app/server/screen/form.ts';
import { reasonAtForm } from '#app/wording/refusals.ts';
import { parseForm } from '#app/server/screen/parse-form.ts';
import type { z } from 'zod';
import { roleMay, type Action } from '#events/permissions.ts';
import { refuse, type Failure, type Result } from '#events/failures.ts';
import { execute, type Command, type CommandContext } from '#app/commands/command.ts';
import { deleteSent, pageOf, pathOf } from '#app/server/screen/saved-form.ts';
import { sentUid } from '#app/forms/sent-uid.ts';
import { actorOf, requireViewer, stillSignedIn, viewerOf } from '#app/server/cookies/session.ts';
import { unavailabilityOf } from '#app/server/errors/unavailable.ts';
import { errorPage, isErrorPage, toRefusalView } from '#app/server/errors/error-page.ts';
import { problemOf, type ShownProblem } from '#app/server/errors/problem.ts';
import type { Site } from '#app/server/cookies/site-cookie.ts';
import { sentCommandId } from '#app/server/screen/command-id.ts';
import { toast, toastCookie, type Toast } from '#app/server/cookies/toast.ts';
import { atOnePosition, type Query } from '#app/queries/query.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { isMultipart, mostFields } from '#app/storage/multipart.ts';
import type { Ports } from '#app/ports.ts';

/** Who may see a screen. An action names the permission of which the screen is the face. */
export type Access = 'public' | 'signed-in' | Action;

type Ask = <S extends z.ZodType, O>(query: Query<S, O>, input: z.input<S>) => Promise<O>;

/** What a screen's loader or action is given: `params` and `search` as their schemas parsed them. */
export interface Page<V extends Viewer | null = Viewer, P = unknown, S = unknown> {
  readonly request: Request;
  readonly url: URL;
  readonly params: P;
  readonly search: S;
  readonly viewer: V;
  readonly ports: Ports;
  /** When the request began: ISO 8601 in UTC. A command runs at its own moment. */
  readonly now: string;
  readonly context: AppLoadContext;
  /** Answers a query's value; throws its refusal as an error page. */
  ask: Ask;
  /** Several queries in one snapshot, which costs less than one for each. */
  atOnePosition<T>(work: (ask: Ask) => Promise<T>): Promise<T>;
  /** Runs a command; the same `commandId` makes a second try answer the first. */
  execute<S extends z.ZodType, O>(command: Command<S, O>, input: unknown, commandId?: string): Promise<Result<O>>;
}

type PageOf<A extends Access, P, S> = Page<A extends 'public' ? Viewer | null : Viewer, P, S>;

/** What every screen declares of its address. */
export interface Route<A extends Access, P extends z.ZodType, S extends z.ZodType> {
  readonly access: A;
  /** The path's parameters. What does not fit is not there (404). */
  readonly params?: P;
  /** The query's values. A value that may be wrong has a default in the schema; any other that does not fit is 404. */
  readonly search?: S;
}

type Nothing = z.ZodType<unknown>;
type OldPage<A extends Access> = PageOf<A, Record<string, string | undefined>, unknown>;

/**
 * Builds a screen's loader: checks who is there, parses the address, then loads.
 *
 * Converting a screen: `screenLoader(access, load)` becomes `screenLoader({ access, params: uidParams, search: z.object({…}), load })` as
 * the export itself (no `(args) => …(args)` around it), `screenAction(access, act)` becomes `screenAction({ access, params, act })`, and
 * `submit(page, {…})` becomes `readForm` → `form.again()` → `form.run` → `form.refused(failure, failed.act)` → `redirectTo`, all of
 * app/server/screen/form.ts; see app/screens/documents/document/retire.tsx. Words of failed acts stand in app/wording/refusals.ts.
 * The old spellings below go with the last caller.
 */
export function screenLoader<A extends Access, T, P extends z.ZodType = Nothing, S extends z.ZodType = Nothing>(
  screen: Route<A, P, S> & { load: (page: PageOf<A, z.output<P>, z.output<S>>) => Promise<T> },
): (args: LoaderFunctionArgs) => Promise<T>;
export function screenLoader<A extends Access, T>(
  access: A,
  load: (page: OldPage<A>) => Promise<T>,
): (args: LoaderFunctionArgs) => Promise<T>;
export function screenLoader<T>(
  screen: Access | (Route<Access, z.ZodType, z.ZodType> & { load: (page: never) => Promise<T> }),
  old?: (page: never) => Promise<T>,
) {
  const { load, ...route } = typeof screen === 'string' ? { access: screen, load: old!, old: true } : screen;
  return (args: LoaderFunctionArgs): Promise<T> =>
    withReference(args, async () => load((await openPage(route, args)) as never));
}

/** Builds a screen's action. Its own path is the form's; a refusal answers the form again, a success goes on with 303. */
export function screenAction<A extends Access, T, P extends z.ZodType = Nothing, S extends z.ZodType = Nothing>(
  screen: Route<A, P, S> & { act: (page: PageOf<A, z.output<P>, z.output<S>>) => Promise<T> },
): (args: ActionFunctionArgs) => Promise<T>;
export function screenAction<A extends Access, T>(
  access: A,
  act: (page: OldPage<A>) => Promise<T>,
): (args: ActionFunctionArgs) => Promise<T>;
export function screenAction<T>(
  screen: Access | (Route<Access, z.ZodType, z.ZodType> & { act: (page: never) => Promise<T> }),
  old?: (page: never) => Promise<T>,
) {
  const { act, ...route } = typeof screen === 'string' ? { access: screen, act: old!, old: true } : screen;
  return (args: ActionFunctionArgs): Promise<T> =>
    withReference(args, async () => {
      refuseUnreadable(args.request);
      const page = await openPage(route, args);
      return act(page as never).catch((thrown: unknown) => deleteSavedForm(page, thrown));
    });
}

/** Has a request refuse a form that breaks off or is none, which is the sender's mistake (400) and no fault of ours. A clone needs it anew. */
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

/** A saved form goes once it is carried out (303). */
async function deleteSavedForm({ viewer, request, context }: Page<Viewer | null>, thrown: unknown): Promise<never> {
  if (viewer && thrown instanceof Response && thrown.status === 303) {
    await deleteSent({ request, context, viewer });
  }
  throw thrown;
}

/** Gives what is thrown the request's id, by which its error page and the log find each other. */
export async function withReference<T>(
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const away = unavailabilityOf(thrown);
    if (away) logUnavailable(context, thrown);
    const problem = away ? problemOf(away) : isErrorPage(thrown) ? thrown.problem : null;
    if (problem) {
      setRetryAfter(context, problem);
      const view = toRefusalView(problem, context.requestId, request.method === 'POST');
      throw data({ ...problem, ...view }, { status: problem.status });
    }
    if (thrown instanceof Response || request.signal.aborted) throw thrown;
    context.log.error({ err: thrown }, 'http.request_failed');
    throw data({ reference: context.requestId }, { status: 500 });
  }
}

/** Of a part that is not to be reached the log has the reason. */
function logUnavailable({ log }: AppLoadContext, fault: unknown): void {
  log.error({ err: fault }, 'a part of the product cannot be reached');
}

/** How long to wait, where the refusal is of too much at once. */
function setRetryAfter(context: AppLoadContext, { retryAfter }: ShownProblem): void {
  if (retryAfter !== null) context.header('Retry-After', String(retryAfter));
}

/** Whether what a loader or an action threw is a refusal or a redirect, and no fault of ours. */
export const isRefusal = (thrown: unknown): boolean => isErrorPage(thrown) || thrown instanceof Response;

/** Whether a form was made for somebody else than whoever has signed in with the same browser meanwhile, and may have another role. */
async function isOfAnother(request: Request, viewer: Viewer): Promise<boolean> {
  if (request.method !== 'POST' || isMultipart(request)) return false;
  const person = (await request.formData()).get('person');
  return person !== null && person !== viewer.uid;
}

/** The address's parameters, each uid in it as it is stored. */
const asStored = (params: LoaderFunctionArgs['params']) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, sentUid().safeParse(value).data ?? value]));

/** What an address says, by its schema; the not-found page where it does not fit. */
function parseAddress(schema: z.ZodType | undefined, values: object): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw errorPage({ code: 'not_found' });
  return parsed.data;
}

/** The query's values by name; the first of several. */
const valuesOf = ({ searchParams }: URL) => Object.fromEntries([...searchParams].toReversed());

async function openPage(
  { access, params: paramsSchema, search, old }: Route<Access, z.ZodType, z.ZodType> & { old?: boolean },
  { request, params, context }: LoaderFunctionArgs | ActionFunctionArgs,
): Promise<Page<Viewer | null>> {
  const viewer = access === 'public' ? await viewerOf(request, context) : await requireViewer(request, context);
  if (viewer && access !== 'public' && access !== 'signed-in' && !roleMay(viewer.role, access)) {
    context.log.warn({ user: viewer.uid, access }, 'refused');
    throw errorPage({ code: (await isOfAnother(request, viewer)) ? 'other_person' : 'not_allowed' });
  }
  const ports = context.services;
  const now = ports.now();
  const url = new URL(request.url);
  const page: Page<Viewer | null> = {
    request,
    url,
    params: old ? asStored(params) : parseAddress(paramsSchema, params),
    search: parseAddress(search, valuesOf(url)),
    viewer,
    ports,
    now,
    context,
    ask: (query, input) => page.atOnePosition((ask) => ask(query, input)),
    async atOnePosition(work) {
      if (!viewer) throw errorPage({ code: 'not_signed_in' });
      return atOnePosition({ ports, viewer, now }, (ask) =>
        work(async (query, input) => {
          const answer = await ask(query, input);
          if (!answer.ok) throw errorPage(answer.failure);
          return answer.value;
        }),
      );
    },
    async execute(command, input, commandId = ports.newId()) {
      if (viewer && !(await stillSignedIn(request, context, now))) return refuse('not_signed_in');
      // Of this moment: the form may have been hours on its way, and nobody signs at the time at which it set out.
      return execute(command, input, commandContext(context, viewer, ports.now(), commandId));
    },
  };
  return page;
}

/** The context in which a request's commands run. `org` is the viewer's; a visitor's command finds its organisation itself. */
export function commandContext(
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

const secrets = ['password', 'currentPassword', 'newPassword', 'confirmPassword', 'setupCode'];

/** What to do once a form's command has been carried out. */
export interface After {
  to: string;
  toast?: Toast | string;
  headers?: Headers;
}

/**
 * Parses a posted form with the command's (or the form's own) schema, runs the command, and goes on with 303 or shows the form
 * again: 422 for input that does not fit, else the refusal's status; values kept, passwords never sent back.
 */
export async function submit<F extends z.ZodType, S extends z.ZodType, O, M extends object = object>(
  page: Page<Viewer | null>,
  options: {
    form: FormData;
    /** Fingerprints of the form's files, by field. */
    files?: Record<string, string>;
    schema: F;
    command: Command<S, O>;
    /** The command's input from the form's values; the values themselves where absent. */
    input?: (values: z.output<F>) => unknown;
    after: (answer: O, values: z.output<F>) => After | Promise<After>;
    /** Form fields for the command's fields that are named otherwise. */
    fields?: Record<string, string>;
    /** The sentence at the head of the form where the command refuses: the refusal's own unless the specification words it otherwise. */
    failed?: (values: z.output<F>, sentence: string) => string;
    /** What else is wrong with a form that does not fit its schema, by its fields: everything is told at once. `told` have their word already. */
    besides?: (told: readonly string[]) => Promise<Record<string, string[]>>;
    /** Where a refusal goes on instead of showing the form again; null where it does not. */
    elsewhere?: (problem: ShownProblem, values: z.output<F>) => After | null | Promise<After | null>;
    /** The sentence at the head of the form where something of ours fails; a general one with the request's id without it. */
    broken?: string | ((values: z.output<F>) => string);
    /** What the form shows besides when it is shown again, such as a password's strength; `failure` is the command's refusal. */
    more?: (failure: Failure | null) => Promise<M>;
  },
) {
  const submission = parseForm(options.form, options.schema);
  const madeFor = options.form.get('person');
  if (page.viewer && madeFor !== null && madeFor !== page.viewer.uid) {
    const problem = problemOf({ code: 'other_person' });
    const formErrors = [reasonAtForm(problem)];
    return again(submission.reply({ hideFields: secrets, formErrors }), problem, problem.status, {} as M);
  }
  const more = async (failure: Failure | null = null) => (await options.more?.(failure)) ?? ({} as M);
  if (submission.status !== 'success') {
    const fieldErrors = (await options.besides?.(Object.keys(submission.error ?? {}))) ?? {};
    return again(submission.reply({ hideFields: secrets, fieldErrors }), null, 422, await more());
  }
  const values = submission.value as z.output<F>;
  const from = { by: page.viewer?.uid ?? null, path: pathOf(pageOf(page.request.url)) };
  const commandId = sentCommandId(options.form, from, options.files);
  const input = { ...((options.input ? options.input(values) : values) as object), ...seenIn(options.form) };
  const { broken = `${problemOf({ code: 'fault' }).title} It is ${page.context.requestId}.` } = options;
  const result = await page.execute(options.command, input, commandId).catch((fault: unknown) => faultOf(page, fault));
  if (!result) {
    return again(
      submission.reply({
        hideFields: secrets,
        formErrors: [typeof broken === 'function' ? broken(values) : broken],
      }),
      null,
      500,
      await more(),
    );
  }
  if (result.ok) return goOn(await options.after(result.value, values), page.ports.config);
  const problem = problemOf(result.failure);
  setRetryAfter(page.context, problem);
  const onward = await options.elsewhere?.(problem, values);
  if (onward) return goOn(onward, page.ports.config);
  const fieldErrors: Record<string, string[]> = {};
  for (const [name, messages] of Object.entries(problem.errors)) fieldErrors[options.fields?.[name] ?? name] = messages;
  if (problem.field)
    fieldErrors[options.fields?.[problem.field] ?? problem.field] ??= [problem.detail ?? problem.title];
  const own = problem.field || problem.code === 'invalid_input' ? [] : [reasonAtForm(problem)];
  const formErrors =
    options.failed && problem.code !== 'invalid_input' ? [options.failed(values, reasonAtForm(problem))] : own;
  return again(
    submission.reply({ hideFields: secrets, fieldErrors, formErrors }),
    problem,
    problem.status,
    await more(result.failure),
  );
}

/** A bug or a part that fails: the log has it; the person keeps the form. */
function faultOf(page: Page<Viewer | null>, fault: unknown): { ok: false; failure: Failure } | null {
  const away = unavailabilityOf(fault);
  if (away) {
    logUnavailable(page.context, fault);
    return { ok: false, failure: away };
  }
  page.context.log.error({ err: fault }, 'a command failed');
  return null;
}

/** The version that the form was made for, as its hidden field says; the command compares it with what is there. */
function seenIn(form: FormData): { expectedVersion?: number } {
  const text = form.get('expectedVersion');
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? { expectedVersion: Number(text) } : {};
}

/** Shows the form again with its errors. */
export const again = <M extends object = object>(
  lastResult: SubmissionResult<string[]>,
  problem: ShownProblem | null,
  status: number,
  more: M = {} as M,
) => data<FormAnswer & M>({ lastResult, problem, ...more }, { status });

/** 303 to the next page, with a toast where there is something to say. Thrown, so that an action's type is its form's answer. */
export async function goOn(after: Omit<After, 'toast'>): Promise<never>;
export async function goOn(after: After, site: Site): Promise<never>;
export async function goOn({ to, toast: message, headers = new Headers() }: After, site?: Site): Promise<never> {
  if (message && site) {
    const value = typeof message === 'string' ? toast('success', message) : message;
    headers.append('Set-Cookie', await toastCookie(value, site));
  }
  throw redirect(to, { status: 303, headers });
}
