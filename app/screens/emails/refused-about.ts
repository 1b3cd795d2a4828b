import type { Page } from '#app/server/screen/screen.ts';
import { refusedEmailsAbout } from '#app/queries/email/refused.ts';

/** The refused e-mails about a document, each with the command id of its form. */
export async function refusedAbout(page: Pick<Page, 'ask' | 'ports'>, document: string) {
  const emails = await page.ask(refusedEmailsAbout, { document });
  return emails.map((email) => ({ ...email, commandId: page.ports.newId() }));
}
