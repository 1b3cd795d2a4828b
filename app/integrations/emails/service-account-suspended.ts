import { addresses } from '#app/kit/addresses.ts';
import type { Email } from '#app/kit/email/email.ts';
import { readRecipient } from '#app/kit/people/recipient.ts';
import { accountsOf } from '#app/integrations/queries/service-accounts/of-owner.ts';
import { skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';

/** To the admins: the owner of service accounts was deactivated, and programs stopped working with it. */
export async function serviceAccountSuspendedEmail({
  ports,
  org,
  event,
  context,
}: TemplateInput): Promise<Email | Skip> {
  if (event?.type !== 'UserDeactivated') return skip('the event deactivates nobody');
  const owner = await readRecipient(ports.database, org, event.data.user);
  const accounts = await ports.database.tenant(org, (trx) => accountsOf(trx, event.data.user, event.recordedAt));
  if (!owner || accounts.length === 0) return skip('no service account is suspended');
  const { publicUrl, organisation } = context;
  const named = accounts.join(', ');
  const subject =
    accounts.length === 1
      ? `The service account ${named} is suspended`
      : `${accounts.length} service accounts are suspended`;
  return {
    subject,
    preview: `${owner.fullName}, who owned ${accounts.length === 1 ? 'it' : 'them'}, was deactivated.`,
    heading: subject,
    paragraphs: [
      `${owner.fullName} was deactivated and is the owner of ${named}. Programs that use ` +
        `${accounts.length === 1 ? 'this account' : 'these accounts'} are refused until the owner is active again.`,
      'If a program is still needed, create a service account with another owner and revoke the suspended one.',
    ],
    action: { label: 'Open the service accounts', url: `${publicUrl}${addresses.settingsApi()}` },
    because: `you are an administrator of ${organisation}`,
  };
}
