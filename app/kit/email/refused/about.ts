import { refusedEmailsAbout, type RefusedEmail } from '#app/kit/email/refused/list.ts';
import type { RefusedEmailView } from '#app/kit/email/refused/notice.tsx';
import type { Page } from '#app/kit/screen/screen.ts';
import { emailName } from '#app/kit/words/email-names.ts';

/** Refused emails as a page shows them. They are named here, so that the browser needs not every name. */
export const shownRefused = (emails: readonly RefusedEmail[], newId: () => string): RefusedEmailView[] =>
  emails.map((email) => ({ ...email, name: emailName(email.template), commandId: newId() }));

/** The refused emails about a document. */
export async function refusedAbout(page: Pick<Page, 'ask' | 'ports'>, document: string): Promise<RefusedEmailView[]> {
  return shownRefused(await page.ask(refusedEmailsAbout, { document }), () => page.ports.newId());
}
