import { data, redirect } from '@remix-run/node';
import type { SubmissionResult } from '@conform-to/react';
import { z } from 'zod';
import { refuse, type Failure, type FailureCode, type Result } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Command } from '#app/kit/command/command.ts';
import { withReason } from '#app/kit/command/reason.ts';
import type { Ports } from '#app/kit/ports.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { toast, toastCookie, type Toast } from '#app/kit/cookies/toast.ts';
import { problemOf, type ProblemView } from '#app/kit/errors/problem.ts';
import { unavailabilityOf } from '#app/kit/errors/unavailable.ts';
import { sentCommandId } from '#app/kit/screen/command-id.ts';
import { parseForm as parse } from '#app/kit/screen/parse-form.ts';
import { pageOf, pathOf } from '#app/kit/screen/saved-form.ts';
import type { Page } from '#app/kit/screen/screen.ts';
import { reasonAtForm, refusalWords, type FailedAct } from '#app/kit/words/refusals.ts';

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
