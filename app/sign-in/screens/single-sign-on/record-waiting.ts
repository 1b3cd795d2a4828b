import { addresses } from '#app/kit/addresses.ts';
import type { CameBack } from '#app/sign-in/commands/single-sign-on/come-back.ts';
import { discardSaved } from '#app/kit/screen/saved-form.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { redirectTo } from '#app/kit/screen/form.ts';
import type { Page } from '#app/kit/screen/screen.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { failed, reasonOf, refusalWords } from '#app/kit/words/refusals.ts';

type ToSign = Extract<CameBack, { kind: 'to-sign' }>;

/** Runs the command that waited, with the words that waited, and leads to what its form would have led to. */
export async function recordWaiting(page: Page<Viewer | null>, came: ToSign, headers: Headers): Promise<never> {
  const { waiting, reauthentication, page: from } = came;
  const { act, uid, document, signedName, consent, reason, comparison, commandId } = waiting;
  const input = { signedName, consent, reason, comparison, reauthentication };
  const { approval, training } = page.context.signables;
  const done =
    act === 'train'
      ? await page.execute(training.sign, { ...input, record: uid }, commandId)
      : await page.execute(approval.sign, { ...input, approval: uid, decision: act }, commandId);
  if (!done.ok) {
    const problem = problemOf(done.failure);
    const words = refusalWords(reasonOf(problem), problem.code, failedActs[act]);
    return redirectTo(page, from, toast('error', words.slice(0, 500)), headers);
  }
  const { request, context, viewer } = page;
  if (viewer) await discardSaved({ request, context, viewer }, from);
  const to = act === 'train' ? addresses.trainingSigned(uid) : addresses.approvalSigned(document);
  return redirectTo(page, to, doneWords[act], headers);
}

const failedActs = { approve: failed.approve, reject: failed.reject, train: failed.review } as const;

const doneWords = {
  approve: 'You approved the document.',
  reject: 'You did not approve the document.',
  train: 'Your training is recorded.',
} as const;
