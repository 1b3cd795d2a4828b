import { data } from '@remix-run/node';
import type { FailureCode } from '#events/failures.ts';
import type { FormAnswer } from '#app/server/screen/form.ts';

/** Refusals of the whole act, which say what stands in the way but not what was refused. */
const general: readonly FailureCode[] = [
  'document_not_in_status',
  'conflict',
  'changed_meanwhile',
  'not_allowed',
  'document_ever_reviewed',
];

type Answer<A> = ReturnType<typeof data<A>>;

/** Puts the specification's words for the failed act ('Unable to publish document.') before the reason, where the reason is general. */
export function prefaced<A extends FormAnswer>(answer: Answer<A>, words: string): Answer<A> {
  const { lastResult, problem } = answer.data;
  if (!problem || !general.includes(problem.code)) return answer;
  const reasons = lastResult.error?.[''] ?? [];
  const error = { ...lastResult.error, '': reasons.map((reason) => `${words} ${reason}`) };
  return data({ ...answer.data, lastResult: { ...lastResult, error } }, answer.init ?? {});
}
