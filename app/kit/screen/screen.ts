import { type ActionFunctionArgs, type AppLoadContext, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { z } from 'zod';
import { type Action, roleMay } from '#events/permissions.ts';
import { type Failure, type FailureCode, refuse, type Result } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import { type Command, type CommandContext, execute } from '#app/kit/command/command.ts';
import { deleteSent, pageOf, pathOf } from '#app/kit/screen/saved-form.ts';
import { actorOf, requireViewer, stillSignedIn, viewerOf } from '#app/kit/session/session.ts';
import { unavailabilityOf } from '#app/kit/errors/unavailable.ts';
import { errorPage, isErrorPage, toRefusalView } from '#app/kit/errors/error-page.ts';
import { problemOf, type ProblemView } from '#app/kit/errors/problem.ts';
import { type Ask as AskOrRefuse, atOnePosition, type Query } from '#app/kit/query/query.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { isMultipart, mostFields } from '#app/adapters/storage/multipart.ts';
import type { Ports } from '#app/kit/ports.ts';
import type { SubmissionResult } from '@conform-to/react';
import { withReason } from '#app/kit/command/reason.ts';
import { toast, type Toast, toastCookie } from '#app/kit/cookies/toast.ts';
import { sentCommandId } from '#app/kit/screen/command-id.ts';
import { parseForm as parse } from '#app/kit/screen/parse-form.ts';
import { type FailedAct, reasonAtForm, refusalWords } from '#app/kit/words/refusals.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { pageNumber } from '#app/kit/query/paging.ts';

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
  /** When the request began. */
  readonly now: Instant;
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
  now: Instant,
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

/** The answer that shows a form again: conform's result, and the refusal at the head of the form. */
export interface FormAnswer {
  lastResult: SubmissionResult<string[]>;
  problem: ProblemView | null;
}

export type Messages = Record<string, string[]>;
export type Reply<M> = ReturnType<typeof data<FormAnswer & M>>;

interface Posted {
  readonly data: FormData;
  /** The fields whose values do not fit the schema. */
  readonly wrong: readonly string[];
  /** Shows the form again with its values. `more` is added to the answer; `errors` are further messages by field. */
  showAgain<M extends object = object>(more?: M, errors?: Messages, status?: number): Reply<M>;
  /** Shows the form again with a refusal, in the words of the act. */
  refused<M extends object = object>(failure: Failure, act?: FailedAct, more?: M): Reply<M>;
}

/** A posted form that fits its schema. */
export interface FittingForm<V> extends Posted {
  readonly ok: true;
  readonly values: V;
  /**
   * Runs a command once for this form; sent again, the form gets the first answer. A fault becomes the refusal `fault`.
   * `part`: which one of the several that the form runs, such as the uid of its person.
   */
  run<S extends z.ZodType, O>(command: Command<S, O>, input: object, part?: string): Promise<Result<O>>;
}

export type PostedForm<V> = FittingForm<V> | (Posted & { readonly ok: false });

const secrets = [
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
  'setupCode',
  'passkey',
  'clientSecret',
];

interface FormOptions {
  /** The form's command: a role that may not run it is refused first, and its reason is a field of the form. */
  command?: Pick<Command<z.ZodType, unknown>, 'permission' | 'refusedAs' | 'reason'>;
  /** Fingerprints of the form's files by field. */
  files?: Record<string, string>;
}

/** Reads and parses the request's form. */
export const readForm = async <F extends z.ZodType>(page: Page<Viewer | null>, schema: F, options?: FormOptions) =>
  parseForm(page, await page.request.formData(), schema, options);

/** Parses a posted form. A form that another person opened does not fit. */
export function parseForm<F extends z.ZodType>(
  page: Page<Viewer | null>,
  form: FormData,
  schema: F,
  { command: asked, files }: FormOptions = {},
): PostedForm<z.output<F>> {
  const { viewer, context, request } = page;
  const barred = viewer && barrierTo(viewer, form, asked);
  if (barred) context.log.warn({ user: viewer.uid, action: asked?.permission, refusal: barred }, 'form.refused');
  const submission = parse(form, barred ? z.object({}) : withReason(schema, asked?.reason, viewer));

  const refused = <M extends object>(failure: Failure, act?: FailedAct, more = {} as M): Reply<M> => {
    const problem = problemOf(failure);
    if (problem.retryAfter !== null) context.header('Retry-After', String(problem.retryAfter));
    const errors = errorsOf(problem, act, context.requestId);
    return data<FormAnswer & M>(
      { lastResult: submission.reply({ hideFields: secrets, ...errors }), problem, ...more },
      { status: problem.status },
    );
  };
  const posted: Posted = {
    data: form,
    wrong: submission.status === 'error' ? Object.keys(submission.error ?? {}) : [],
    refused,
    showAgain: <M extends object>(more = {} as M, fieldErrors: Messages = {}, status = 422) =>
      barred
        ? refused({ code: barred }, undefined, more)
        : data<FormAnswer & M>(
            { lastResult: submission.reply({ hideFields: secrets, fieldErrors }), problem: null, ...more },
            { status },
          ),
  };
  if (barred || submission.status !== 'success') return { ok: false, ...posted };
  return {
    ok: true,
    ...posted,
    values: submission.value as z.output<F>,
    run(command, input, part) {
      const sent = sentCommandId(form, { by: viewer?.uid ?? null, path: pathOf(pageOf(request.url)) }, files);
      const id = sent && part ? `${sent}/${part}` : sent;
      return page.execute(command, { ...input, ...expectedVersion(form) }, id).catch((fault: unknown) => {
        const away = unavailabilityOf(fault);
        context.log.error({ err: fault, command: command.name }, away ? 'command.unavailable' : 'command.failed');
        return away ? { ok: false as const, failure: away } : refuse('fault');
      });
    },
  };
}

/** Why a person may not send this form: another person opened it, or the role may not run its command. */
function barrierTo({ uid, role }: Viewer, form: FormData, command: FormOptions['command']): FailureCode | null {
  const person = form.get('person');
  if (person !== null && person !== uid) return 'other_person';
  if (!command || command.permission === 'anyone' || command.permission === 'signed-in') return null;
  return roleMay(role, command.permission) ? null : (command.refusedAs ?? 'not_allowed');
}

/** Assigns a refusal to the fields that it names, else to the head of the form. */
function errorsOf(problem: ProblemView, act: FailedAct | undefined, reference: string) {
  const { code, field, title, detail, errors } = problem;
  const fieldErrors = { ...errors, ...(field && { [field]: errors[field] ?? [detail ?? title] }) };
  const head = () => {
    if (code === 'invalid_input') return [];
    if (code === 'fault') return [act?.words ?? `${title} It is ${reference}.`];
    return field && !act?.always ? [] : [refusalWords(reasonAtForm(problem), code, act)];
  };
  return { fieldErrors, formErrors: head() };
}

/** The version on which the form was opened, from its hidden field; the command compares it with the current one. */
function expectedVersion(form: FormData): { expectedVersion?: number } {
  const sent = form.get('expectedVersion');
  return typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? { expectedVersion: Number(sent) } : {};
}

/** What a form says after success: `words`, unless it was sent as it was and nothing is recorded. */
export const changedWords = ({ changed }: { changed: boolean }, words: string): string =>
  changed ? words : 'Nothing was changed.';

/** Redirects with 303 and a toast. Throws the redirect, so that an action's type is its form's answer. */
export async function redirectTo(
  { ports }: { ports: Pick<Ports, 'config'> },
  to: string,
  message?: Toast | string,
  headers = new Headers(),
): Promise<never> {
  if (message) {
    const value = typeof message === 'string' ? toast('success', message) : message;
    headers.append('Set-Cookie', await toastCookie(value, ports.config));
  }
  throw redirect(to, { status: 303, headers });
}

/** The parameters of an address with one uid. */
export const uidParams = z.object({ uid: sentUid() });

/** A search value as text; undefined where the address has none or an empty one. */
export const text = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional();

/** A search value that is true where the address has it, such as `?open`. */
export const flag = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

/** The page number of a list; 1 where the address has none. */
export const listPage = pageNumber.default(1);

/** The address without empty parameters, which a form without script sends; null where it has none. */
export function withoutEmpty({ pathname, searchParams }: URL): string | null {
  const filled = [...searchParams].filter(([, value]) => value !== '');
  return filled.length === searchParams.size ? null : `${pathname}?${new URLSearchParams(filled).toString()}`;
}

/** A form that fits: its page and its values. */
interface Sent<A extends Access, P, S, V> {
  readonly page: PageOf<A, P, S>;
  readonly values: V;
}

interface CommandForm<
  A extends Access,
  P extends z.ZodType,
  S extends z.ZodType,
  F extends z.ZodType,
  C extends z.ZodType,
  O,
> extends Route<A, P, S> {
  readonly command: Command<C, O>;
  /** The fields of the form; absent where it has none but its reason. */
  readonly form?: F;
  /** The command's input, beside the form's values. */
  readonly input?: (sent: Sent<A, z.output<P>, z.output<S>, z.output<F>>) => object;
  /** What did not happen, for a refusal. */
  readonly failed: FailedAct;
  /** Where one goes once it is done, and with which words. */
  readonly done: (
    sent: Sent<A, z.output<P>, z.output<S>, z.output<F>> & { readonly value: O },
  ) => readonly [to: string, words: string];
}

const isUnchanged = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'changed' in value && value.changed === false;

/**
 * Builds the action of a form that runs one command: a refusal shows the form again, a success goes to another page. An
 * answer whose `changed` is false says so in place of the words.
 */
export const commandAction = <
  A extends Access,
  C extends z.ZodType,
  O,
  F extends z.ZodType = z.ZodType<object>,
  P extends z.ZodType = z.ZodType<unknown>,
  S extends z.ZodType = z.ZodType<unknown>,
>({
  command,
  form = z.object({}) as unknown as F,
  input,
  failed,
  done,
  ...route
}: CommandForm<A, P, S, F, C, O>) =>
  screenAction({
    ...route,
    async act(page) {
      const sent = await readForm(page, form, { command });
      if (!sent.ok) return sent.showAgain();
      const { values } = sent;
      const result = await sent.run(command, { ...(values as object), ...input?.({ page, values }) });
      if (!result.ok) return sent.refused(result.failure, failed);
      const [to, words] = done({ page, values, value: result.value });
      return redirectTo(page, to, isUnchanged(result.value) ? 'Nothing was changed.' : words);
    },
  });
