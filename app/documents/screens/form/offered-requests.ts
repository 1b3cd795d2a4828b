import { requestsOfDocument } from '#app/documents/queries/change-requests/requests.ts';
import type { Page } from '#app/kit/screen/screen.ts';
import type { Choice } from '#app/ui/choices/choice.ts';
import { showDate } from '#app/ui/text/date.ts';
import { beginningOf, placeInWords } from '#app/documents/words/change-requests.ts';

/** The accepted change requests of a document as choices: what was asked, where, by whom and when. */
export async function offeredRequests(page: Page, document: string): Promise<Choice[]> {
  const requests = await page.ask(requestsOfDocument, { document, status: 'ACCEPTED' });
  const { timeZone } = page.viewer.settings;
  return requests.map((request) => ({
    value: request.uid,
    label: beginningOf(request.text),
    note:
      `${request.author}, ${showDate(request.requestedAt, timeZone)}. Version ${request.version}. ` +
      `${placeInWords(request)}`,
  }));
}
