import { refusedEmailsAbout, type RefusedEmail } from '#app/queries/email/refused.ts';
import type { ShownRefusedEmail } from '#app/screens/emails/refused-emails.tsx';
import type { Page } from '#app/server/screen/screen.ts';
import { emailName } from '#app/wording/email-names.ts';

/** Refused e-mails as a page shows them. They are named here, so that the browser needs not every name. */
export const shownRefused = (emails: readonly RefusedEmail[], newId: () => string): ShownRefusedEmail[] =>
  emails.map((email) => ({ ...email, name: emailName(email.template), commandId: newId() }));

/** The refused e-mails about a document. */
export async function refusedAbout(page: Pick<Page, 'ask' | 'ports'>, document: string): Promise<ShownRefusedEmail[]> {
  return shownRefused(await page.ask(refusedEmailsAbout, { document }), () => page.ports.newId());
}
