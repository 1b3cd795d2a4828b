import type { z } from 'zod';
import type { StoredFile } from '#events/document/events.ts';
import type { Failure } from '#events/failures.ts';
import { signOnOf } from '#events/single-sign-on/settings.ts';
import { addresses } from '#app/kit/addresses.ts';
import { signatureStatement } from '#app/signatures/commands/signing.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { type Page, redirectTo } from '#app/kit/screen/screen.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { ask, type Query } from '#app/kit/query/query.ts';
import { identityMissing } from '#app/sign-in/queries/identity-missing.ts';
import { signingFactor } from '#app/kit/people/second-factor.ts';
import { ownPasskeys } from '#app/sign-in/queries/passkeys.ts';
import { fullName, type Viewer } from '#app/kit/query/viewer.ts';
import { loadReading, type readingSearch } from '#app/documents/screens/reading/load-reading.ts';

/** Refusals that redirect to the home page with a toast. */
const redirected: readonly Failure['code'][] = [
  'approval_not_yours',
  'record_not_yours',
  'record_already_completed',
  'record_not_open',
];

/**
 * Returns a query's value. Redirects a person who has nothing to sign there, and throws an error page for other
 * refusals.
 */
export async function askToSign<S extends z.ZodType, O>(page: Page, query: Query<S, O>, input: z.input<S>): Promise<O> {
  const answer = await ask(query, input, page);
  if (answer.ok) return answer.value;
  if (!redirected.includes(answer.failure.code)) throw errorPage(answer.failure);
  return redirectTo(page, addresses.home(), toast('error', problemOf(answer.failure).title));
}

/** The data of every signing page apart from its document. */
export const loadSigning = async (page: Page<Viewer, unknown, z.output<typeof readingSearch>>, file: StoredFile) => ({
  loaded: await loadReading(page, file),
  ...(await loadSigner(page)),
});

/** What the form asks of its signer. */
export const loadSigner = async (page: Page) => ({
  unidentified: await page.ask(identityMissing, {}),
  factor: await page.ask(signingFactor, {}),
  zone: page.viewer.settings.timeZone,
  now: page.now,
  printedName: fullName(page.viewer),
  issuer: signOnOf(page.viewer.settings, page.viewer.uid)?.name ?? null,
  statement: signatureStatement,
  // A passkey stands beside a password, which people of an issuer have not.
  hasPasskey: !signOnOf(page.viewer.settings, page.viewer.uid) && (await page.ask(ownPasskeys, {})).length > 0,
  commandId: page.ports.newId(),
});
