import { redirect } from '@remix-run/node';
import { addresses } from '#app/kit/addresses.ts';
import { comeBack, type CameBack } from '#app/sign-in/commands/single-sign-on/come-back.ts';
import { sessionHeaders } from '#app/sign-in/screens/session-headers.ts';
import { isFile, pendingDownloadCookie } from '#app/kit/cookies/pending-download.ts';
import { leavingCookie, readLeaving } from '#app/sign-in/cookies/leaving.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { type Page, redirectTo, screenLoader } from '#app/kit/screen/screen.ts';
import { discardSaved } from '#app/kit/screen/saved-form.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { failed, reasonOf, refusalWords } from '#app/kit/words/refusals.ts';

/** Where the issuer sends the browser back to. What it brings counts once, in the browser that left. */
export const loader = screenLoader({
  access: 'public',
  async load(page): Promise<never> {
    const { request, url, ports, viewer } = page;
    if (request.method === 'HEAD') throw redirect(addresses.signIn());
    const leaving = await readLeaving(request, ports);
    const agent = request.headers.get('user-agent');
    const back = await page.execute(comeBack(agent), { search: url.search, browser: leaving?.browser ?? '' });
    const headers = new Headers({ 'Set-Cookie': await leavingCookie(null, ports) });
    const home = viewer ? addresses.home() : addresses.signIn();
    if (!back.ok) return redirectTo(page, home, toast('error', problemOf(back.failure).title), headers);
    const came = back.value;
    if (came.kind === 'refused') {
      const { title, detail } = problemOf(came.failure);
      const words = detail && detail !== title ? `${title} ${detail}` : title;
      return redirectTo(page, viewer ? came.page : home, toast('error', words), headers);
    }
    if (came.kind === 'to-sign') return recordWaiting(page, came, headers);
    const session = await sessionHeaders(request, ports, came);
    for (const cookie of session.getSetCookie()) headers.append('Set-Cookie', cookie);
    const file = isFile(came.page);
    if (file) headers.append('Set-Cookie', await pendingDownloadCookie(came.page, ports.config));
    return redirectTo(page, file ? addresses.home() : came.page, undefined, headers);
  },
});

type ToSign = Extract<CameBack, { kind: 'to-sign' }>;

/** Runs the command that waited, with the words that waited, and leads to what its form would have led to. */
async function recordWaiting(page: Page<Viewer | null>, came: ToSign, headers: Headers): Promise<never> {
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
