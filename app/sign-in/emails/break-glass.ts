import { addresses } from '#app/kit/addresses.ts';
import type { Email } from '#app/kit/email/email.ts';
import { readRecipient } from '#app/kit/people/recipient.ts';
import { dateAndTime } from '#app/sign-in/emails/account.ts';
import { skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';

/** To the admins: the local admin signed in without single sign-on. */
export async function breakGlassEmail({ ports, org, event, context }: TemplateInput): Promise<Email | Skip> {
  if (event?.type !== 'BreakGlassUsed') return skip('the event is no sign-in of the local admin');
  const person = await readRecipient(ports.database, org, event.data.user);
  if (!person) return skip('the person does not exist');
  const { publicUrl, organisation } = context;
  const from = event.actor.kind === 'system' || !event.actor.address ? '' : `, from ${event.actor.address}`;
  return {
    subject: `${person.fullName} signed in without single sign-on`,
    preview: 'The local admin used a password and a one-time code.',
    heading: `${person.fullName} signed in without single sign-on`,
    paragraphs: [
      `The local admin of ${organisation} signed in with a password on ${dateAndTime(event.recordedAt)}${from}.`,
      'This is for times when the sign-in of your organisation cannot be reached. If you do not know why it was ' +
        'used, ask now, and choose another local admin in the settings.',
    ],
    action: { label: 'Open the audit log', url: `${publicUrl}${addresses.organisationAudit()}` },
    because: `you are an administrator of ${organisation}`,
  };
}
