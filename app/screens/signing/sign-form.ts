import type { z } from 'zod';
import type { StoredFile } from '#events/document/events.ts';
import type { Failure } from '#events/failures.ts';
import { addresses } from '#app/addresses.ts';
import { signatureStatement } from '#app/commands/signing.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import { errorPage } from '#app/server/errors/error-page.ts';
import { redirectTo } from '#app/server/screen/form.ts';
import type { Page } from '#app/server/screen/screen.ts';
import { toast } from '#app/server/cookies/toast.ts';
import { ask, type Query } from '#app/queries/query.ts';
import { fullName, type Viewer } from '#app/queries/viewer.ts';
import { readingPlace, type readingSearch } from './reading-position.ts';

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
  return redirectTo(page, addresses.home(), toast('error', problemOf(answer.failure).title));
}

/** What every signing page is given beside the document that is signed. */
export const loadSigning = async (page: Page<Viewer, unknown, z.output<typeof readingSearch>>, file: StoredFile) => ({
  place: await readingPlace(page, file),
  zone: page.viewer.settings.timeZone,
  now: page.now,
  printedName: fullName(page.viewer),
  statement: signatureStatement,
  commandId: page.ports.newId(),
});
