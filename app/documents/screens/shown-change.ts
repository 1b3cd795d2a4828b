import type { DraftChange } from '#events/document/change.ts';
import { requestTexts } from '#app/documents/queries/change-requests/requests.ts';
import type { Page } from '#app/kit/screen/screen.ts';
import type { ChangeFact } from '#app/documents/screens/change-facts.tsx';
import { beginningOf } from '#app/documents/words/change-requests.ts';
import { changeKindWords, lineWords, originWords, trainingWords } from '#app/kit/words/version-change.ts';

/**
 * What a version changes and why, in the words that its pages show: made by the server, which keeps them out of the
 * scripts. Change requests that it names have the words of those who made them.
 */
export async function showChange(
  page: Pick<Page, 'ask'>,
  document: string,
  change: DraftChange | null,
): Promise<ChangeFact[]> {
  if (change === null) return [];
  const { kind, reason, summary, origin } = change;
  const named = origin.flatMap((one) => (one.kind === 'request' ? [one.request] : []));
  const texts = named.length === 0 ? [] : await page.ask(requestTexts, { document, requests: named });
  const origins = origin.map((one) => {
    const request = one.kind === 'request' ? texts.find(({ uid }) => uid === one.request) : undefined;
    return request
      ? { words: `${originWords(one)}: ${beginningOf(request.text)}`, request: request.uid }
      : { words: originWords(one) };
  });
  return [
    ...(kind === null ? [] : [{ name: 'Kind of change', words: changeKindWords[kind] }]),
    ...(reason === null ? [] : [{ name: 'Reason for change', words: reason }]),
    ...(summary.length === 0
      ? []
      : [{ name: 'What changes', list: summary.map((line) => ({ words: lineWords(line) })) }]),
    ...(origins.length === 0 ? [] : [{ name: 'Asked for by', list: origins }]),
    { name: 'Training asked for', words: trainingWords(change) },
  ];
}
