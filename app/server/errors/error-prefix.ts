import { data } from '@remix-run/node';
import type { FailureCode } from '#events/failures.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import type { FormAnswer } from '#app/server/screen/form.ts';
import { goOn } from '#app/server/screen/screen.ts';
import { reasonOf } from '#app/wording/refusals.ts';
import type { Site } from '#app/server/cookies/site-cookie.ts';
import { toast } from '#app/server/cookies/toast.ts';

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

/**
 * The same for a page that a document leaves when its status changes: where somebody else changed it meanwhile, the refusal goes along to
 * where the document now is (`to`), instead of getting lost on the way. `moved`: this page would not show the document any more. `where`
 * looks at it after the refusal, since what refused may have happened after the form's own look.
 */
export async function prefacedOrFollowed<A extends FormAnswer>(
  answer: Answer<A>,
  words: string,
  { where, site }: { where: () => Promise<{ to: string; moved: boolean }>; site: Site },
) {
  const { problem } = answer.data;
  // What was typed may not fit, of which this page tells nothing either where it is left.
  const refusal = answer.init?.status === 422 && !problem ? problemOf({ code: 'changed_meanwhile' }) : problem;
  if (refusal?.code !== 'document_not_in_status' && refusal?.code !== 'changed_meanwhile')
    return prefaced(answer, words);
  const { to, moved } = await where();
  if (refusal.code === 'changed_meanwhile' && !moved) return prefaced(answer, words);
  const reason = reasonOf(refusal);
  return goOn({ to, toast: toast('error', `${words} ${reason}`.slice(0, 500)) }, site);
}
