import type { Recorded } from '#events/catalogue.ts';
import { signOnOf, type SingleSignOn } from '#events/single-sign-on/settings.ts';
import type { Instant } from '#events/time.ts';
import type { Email } from '#app/kit/email/email.ts';
import { readRecipient } from '#app/kit/people/recipient.ts';
import type { CodePurpose } from '#app/sign-in/adapters/codes.ts';
import { addresses } from '#app/kit/addresses.ts';
import * as account from './account.ts';
import * as lockout from './lockout.ts';
import { signOnInvitation } from './sign-on-invitation.ts';
import { doerOf, skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';

/** An email with a code, which is made when it is sent: neither the job nor the ledger holds it. */
export async function codeEmail(
  input: TemplateInput,
  purpose: Exclude<CodePurpose, 'change-email'>,
): Promise<Email | Skip> {
  const { event, recipient, context } = input;
  const issuer = await issuerOf(input);
  if (issuer && event && purpose !== 'reset') {
    const back = purpose === 'reconfirm';
    return signOnInvitation(context, { inviter: doerOf(event, 'An administrator'), issuer: issuer.name, back });
  }
  const issued = await issuedCode(input, purpose, expiryOf(event));
  if ('skip' in issued || !event) return issued as Skip;
  const inviter = doerOf(event, 'An administrator');
  if (event.type === 'UserInvited') {
    const departments = event.data.departments.map(({ name }) => name);
    return account.invitation(context, { inviter, role: event.data.role, departments, issued });
  }
  if (event.type === 'UserReactivated') {
    const { role, departments } = recipient;
    return account.reactivation(context, { inviter, role, departments, issued });
  }
  if (event.type === 'VerificationCodeIssued' && event.data.moved) return account.moved(context, purpose, issued);
  return purpose === 'reset' ? account.resetCode(context, issued) : account.newCode(context, purpose, issued);
}

/** Where the recipient signs in, if that is at an issuer. */
async function issuerOf({ ports, org, recipient }: TemplateInput): Promise<SingleSignOn | null> {
  const row = await ports.database.read(org, (db) =>
    db.selectFrom('read.organisation').select('settings').executeTakeFirst(),
  );
  return row ? signOnOf(row.settings, recipient.uid) : null;
}

/** The code of the email's event, made when it is sent. */
export async function issuedCode(
  { ports, org, key, event, recipient, context }: TemplateInput,
  purpose: CodePurpose,
  expiresAt: Instant | null,
): Promise<account.IssuedCode | Skip> {
  if (!event || expiresAt === null) return skip('the event issues no code');
  if (expiresAt <= context.now) return skip('the code expired before it could be sent');
  const request = { org, user: recipient.uid, purpose, key, issuedAt: event.recordedAt, expiresAt };
  return { code: await ports.identity.codes.issue(request), expiresAt };
}

function expiryOf(event: Recorded | null): Instant | null {
  if (event?.type === 'UserInvited' || event?.type === 'UserReactivated') return event.data.codeExpiresAt;
  return event?.type === 'VerificationCodeIssued' ? event.data.expiresAt : null;
}

/** To the owner of a password that was changed or reset. */
export function passwordChangedEmail({ event, context }: TemplateInput): Email | Skip {
  const how = event?.type === 'PasswordSet' ? event.data.how : null;
  if (!event || (how !== 'changed' && how !== 'reset')) return skip('the event replaces no password');
  return account.passwordChanged(context, { at: event.recordedAt, how });
}

/** To an admin, or to the owner of the account. */
export async function accountLockedEmail(input: TemplateInput): Promise<Email | Skip> {
  const { ports, org, event, recipient, context } = input;
  if (event?.type !== 'UserLockedOut') return skip('the event locks no account');
  const person = await readRecipient(ports.database, org, event.data.user);
  if (!person) return skip('the person does not exist');
  const facts = {
    person: { name: person.fullName, email: person.email, page: addresses.editUser(person.uid) },
    at: event.recordedAt,
    until: event.data.until,
    address: event.actor.kind === 'system' ? null : event.actor.address,
  };
  const write = recipient.uid === event.data.user ? lockout.ownAccountLocked : lockout.accountLocked;
  return write(context, facts);
}
