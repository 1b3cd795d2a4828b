import type { Instant } from '#events/time.ts';
import type { Email, EmailContext } from '#app/kit/email/email.ts';
import { dateAndTime } from '#app/sign-in/emails/account.ts';
import { showMoment } from '#app/ui/text/date.ts';

interface Lockout {
  /** `page`: the address of the profile. */
  person: { name: string; email: string; page: string };
  at: Instant;
  /** Null where only an admin ends the lock. */
  until: Instant | null;
  /** Where the last attempt came from. */
  address: string | null;
}

const describeLockout = ({ person, at, until, address }: Lockout) => ({
  preview: `Too many failed attempts. ${until ? `It unlocks on ${showMoment(until)}.` : 'An admin has to unlock it.'}`,
  attempts:
    `There were too many failed attempts with the address ${person.email}. The last one was on ${dateAndTime(at)}` +
    `${address ? `, from ${address}` : ''}.`,
});

/** To the admins, about another person's account (21 CFR 11.300(d)). */
export function accountLocked({ publicUrl, organisation }: EmailContext, facts: Lockout): Email {
  const { preview, attempts } = describeLockout(facts);
  const { name, page } = facts.person;
  const unlocks = facts.until
    ? `The account unlocks by itself on ${dateAndTime(facts.until)}; you can unlock it before.`
    : 'The account stays locked until an admin unlocks it.';
  return {
    subject: `The account of ${name} was locked`,
    preview,
    heading: `The account of ${name} was locked`,
    paragraphs: [
      attempts,
      `${unlocks} If ${name} did not make these attempts, deactivate the account while you find out who did.`,
    ],
    action: { label: 'Open the profile', url: `${publicUrl}${page}` },
    because: `you are an administrator of ${organisation}`,
  };
}

/** To the owner of the account. */
export function ownAccountLocked({ publicUrl, organisation, to }: EmailContext, facts: Lockout): Email {
  const { preview, attempts } = describeLockout(facts);
  const unlocks = facts.until
    ? `The account unlocks by itself on ${dateAndTime(facts.until)}.`
    : 'The account stays locked until an administrator unlocks it. A new password does not unlock it.';
  return {
    subject: `Your account at ${organisation} was locked`,
    preview,
    heading: `${to.firstName}, your account was locked`,
    paragraphs: [
      attempts,
      `${unlocks} If you did not make these attempts, set a new password now and contact your administrator, ` +
        'because your password is part of your signature.',
    ],
    action: { label: 'Set a new password', url: `${publicUrl}/forgot` },
    because: 'there were too many failed attempts with your address',
  };
}
