import { type FormAnswer, type Page, redirectTo, type Reply } from '#app/kit/screen/screen.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { getDocument, type DocumentRecord } from '#app/documents/queries/get-document.ts';
import { reasonOf, type FailedAct } from '#app/kit/words/refusals.ts';
import { documentAddress } from '#app/kit/screen/document-address.ts';

/**
 * The answer of a form whose page depends on the document's status. Where another person changed the status meanwhile,
 * it redirects to the document's current page with the refusal as a toast. The document is read after the refusal,
 * which a change may have caused.
 */
export async function answerOrFollow<A>(
  page: Page,
  answer: Reply<A>,
  act: FailedAct,
  document: string,
  stays: (found: DocumentRecord) => boolean,
): Promise<Reply<A>> {
  const { problem }: FormAnswer = answer.data;
  // Invalid values do not matter where the page no longer shows the document.
  const refused = answer.init?.status === 422 && !problem ? problemOf({ code: 'changed_meanwhile' }) : problem;
  if (refused?.code !== 'document_not_in_status' && refused?.code !== 'changed_meanwhile') return answer;
  const found = await page.ask(getDocument, { document });
  if (refused.code === 'changed_meanwhile' && stays(found)) return answer;
  return redirectTo(page, documentAddress(found), toast('error', `${act.words} ${reasonOf(refused)}`.slice(0, 500)));
}
