import type { z } from 'zod';
import type { Failure } from '#events/failures.ts';
import { addresses } from '#app/addresses.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import { errorPage } from '#app/server/errors/error-page.ts';
import { again, goOn, type Page } from '#app/server/screen/screen.ts';
import { toast } from '#app/server/cookies/toast.ts';
import { ask, type Query } from '#app/queries/query.ts';

/** Refusals of the specification that end at the home page with its words. */
const turnedAway: readonly Failure['code'][] = [
  'approval_not_yours',
  'record_not_yours',
  'record_already_completed',
  'record_not_open',
];

/** A query's value; where the person has nothing to sign there, the home page with an error toast; else the error page. */
export async function askToSign<S extends z.ZodType, O>(page: Page, query: Query<S, O>, input: z.input<S>): Promise<O> {
  const answer = await ask(query, input, page);
  if (answer.ok) return answer.value;
  if (!turnedAway.includes(answer.failure.code)) throw errorPage(answer.failure);
  return goOn({ to: addresses.home(), toast: toast('error', problemOf(answer.failure).title) }, page.ports.config);
}

/** Refusals that say what stands in the way, but not what was refused. */
const general: readonly Failure['code'][] = [
  'conflict',
  'not_allowed',
  'document_not_in_status',
  'approval_not_open',
  'record_not_open',
  'file_missing',
  'file_damaged',
];

type Answered = ReturnType<typeof again>;

/**
 * Runs a signature form's submission with the specification's words for the failed act ('There was a problem approving the document.')
 * before a general refusal; the submission itself says them in place of a fault.
 */
export async function signing(words: string, submission: (broken: string) => Promise<Answered>): Promise<Answered> {
  const answer = await submission(words);
  const { lastResult, problem } = answer.data;
  if (!problem || !general.includes(problem.code)) return answer;
  const reasons = lastResult.error?.[''] ?? [];
  const error = { ...lastResult.error, '': reasons.map((reason) => `${words} ${reason}`) };
  return again({ ...lastResult, error }, problem, problem.status);
}
