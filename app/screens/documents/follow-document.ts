import type { FormAnswer, Reply } from '#app/server/screen/form.ts';
import { redirectTo } from '#app/server/screen/form.ts';
import { toast } from '#app/server/cookies/toast.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import type { Page } from '#app/server/screen/screen.ts';
import { getDocument, type DocumentRecord } from '#app/queries/document/get-document.ts';
import { reasonOf, type FailedAct } from '#app/wording/refusals.ts';
import { documentAddress } from './document-address.ts';

/**
 * A form's answer on a page that a document leaves when its status changes. Where somebody else changed the document meanwhile, the
 * refusal goes along to where the document is now. The document is read after the refusal: it may have moved just before.
 */
export async function answerOrFollow<A>(
  page: Page,
  answer: Reply<A>,
  act: FailedAct,
  document: string,
  stays: (found: DocumentRecord) => boolean,
): Promise<Reply<A>> {
  const { problem }: FormAnswer = answer.data;
  // Values that do not fit are of no account on a page that does not show the document any more.
  const refused = answer.init?.status === 422 && !problem ? problemOf({ code: 'changed_meanwhile' }) : problem;
  if (refused?.code !== 'document_not_in_status' && refused?.code !== 'changed_meanwhile') return answer;
  const found = await page.ask(getDocument, { document });
  if (refused.code === 'changed_meanwhile' && stays(found)) return answer;
  return redirectTo(page, documentAddress(found), toast('error', `${act.words} ${reasonOf(refused)}`.slice(0, 500)));
}
