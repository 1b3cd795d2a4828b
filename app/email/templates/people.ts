import type { Role } from '#events/user/events.ts';
import { shownCode } from '#app/identity/codes.ts';
import { listed, type Letter, type LetterContext } from '#app/email/email.ts';
import { showDate, showMoment, showTime } from '#app/ui/text/date.ts';
import { sentence } from '#app/ui/text/sentence.ts';

/** A code as the letter carries it. `expiresAt`: ISO 8601 in UTC. */
export interface IssuedCode {
  code: string;
  expiresAt: string;
}

const roles: Record<Role, string> = {
  ADMIN: 'an Admin',
  AUTHOR: 'an Author',
  EMPLOYEE: 'an Employee',
  SUPER_ADMIN: 'a Super Admin',
};

const nearlyADay = 23.75 * 3_600_000;

/** A letter that comes late must not promise 24 hours. */
function expiry({ expiresAt }: IssuedCode, { now }: LetterContext): string {
  const at = `on ${showDate(expiresAt, 'UTC')} at ${showTime(expiresAt)}`;
  const whole = Date.parse(expiresAt) - Date.parse(now) > nearlyADay;
  return whole ? `It expires in 24 hours, ${at}.` : `It expires ${at}.`;
}

/** The code, the page it is typed on, and the page for another one. */
function withCode(
  context: LetterContext,
  issued: IssuedCode,
  page: { path: string; label: string; again: string; code: string },
) {
  const shown = shownCode(issued.code);
  const note = expiry(issued, context);
  const { publicUrl, to } = context;
  const url = `${publicUrl}${page.path}?${new URLSearchParams({ email: to.email }).toString()}`;
  return {
    preview: `Your ${page.code} is ${shown}. ${note}`,
    code: { label: `Your ${page.code}`, code: shown, note },
    action: { label: page.label, url },
    pages: {
      open: { label: `${new URL(publicUrl).host}${page.path}`, url },
      again: { label: 'Request a new code', url: `${publicUrl}${page.again}` },
    },
  } satisfies Partial<Letter>;
}

const verification = { again: '/request-code', code: 'verification code' };
const confirmPage = { path: '/confirm', label: 'Confirm your account', ...verification };
const reconfirmPage = { path: '/reconfirm', label: 'Reconfirm your account', ...verification };
const resetPage = { path: '/reset', label: 'Choose a new password', again: '/forgot', code: 'reset code' };

/** A colleague was invited. `inviter` is the printed name of the admin. */
export const invitation = (
  context: LetterContext,
  facts: { inviter: string; role: Role; departments: readonly string[]; issued: IssuedCode },
): Letter => ({
  subject: `${facts.inviter} has invited you to ${context.organisation}`,
  heading: `${context.to.firstName}, you have been invited to ${context.organisation}`,
  paragraphs: [
    `${facts.inviter} has added you as ${roles[facts.role]}${within(facts.departments)}. Imprimatur is where ${context.organisation} keeps its controlled documents and training records. To begin, confirm your account and choose a password.`,
  ],
  because: `${facts.inviter} invited you`,
  unexpected: 'If you did not expect it, do nothing: without the code no account is opened.',
  ...withCode(context, facts.issued, confirmPage),
});

/** A deactivated colleague may come back. */
export const reactivation = (
  context: LetterContext,
  facts: { inviter: string; role: Role; departments: readonly string[]; issued: IssuedCode },
): Letter => ({
  subject: `${facts.inviter} has invited you back to ${context.organisation}`,
  heading: `${context.to.firstName}, your account at ${context.organisation} can be used again`,
  paragraphs: [
    `${facts.inviter} has reactivated your account as ${roles[facts.role]}${within(facts.departments)}. Your earlier signatures and training records are as you left them. To go on, reconfirm your account and choose a new password.`,
  ],
  because: `${facts.inviter} reactivated your account`,
  unexpected: 'If you did not expect it, do nothing: without the code the account stays closed.',
  ...withCode(context, facts.issued, reconfirmPage),
});

/** Somebody who was invited asked for another code. */
export const newCode = (context: LetterContext, purpose: 'confirm' | 'reconfirm', issued: IssuedCode): Letter => ({
  subject: `Your new verification code for ${context.organisation}`,
  heading: `${context.to.firstName}, here is your new code`,
  paragraphs: [
    `It replaces every code that you were sent before. With it you ${purpose} your account at ${context.organisation} and choose a password.`,
  ],
  because: 'a new code was requested with your address',
  unexpected: 'If it was not you, do nothing: without the code nothing is opened.',
  ...withCode(context, issued, purpose === 'confirm' ? confirmPage : reconfirmPage),
});

/** Somebody forgot the password, or it is too old. */
export const resetCode = (context: LetterContext, issued: IssuedCode): Letter => ({
  subject: `Your reset code for ${context.organisation}`,
  heading: `${context.to.firstName}, here is your reset code`,
  paragraphs: [
    `${sentence(`With it you choose a new password for your account at ${context.organisation}`)} Doing so ends all your open sessions.`,
  ],
  because: 'a reset code was requested with your address',
  unexpected: 'If it was not you, do nothing: your password stays as it is.',
  ...withCode(context, issued, resetPage),
});

/** The password is another one now: told to its owner, who may not have done it. `at`: ISO 8601 in UTC. */
export const passwordChanged = (context: LetterContext, facts: { at: string; how: 'changed' | 'reset' }): Letter => ({
  subject: `Your password for ${context.organisation} was ${facts.how}`,
  preview: `It was ${facts.how} on ${showMoment(facts.at)}.`,
  heading: `${context.to.firstName}, your password was ${facts.how}`,
  paragraphs: [
    `The password of your account at ${context.organisation} was ${facts.how} on ${showDate(facts.at, 'UTC')} at ${showTime(facts.at)}. All your other sessions were ended.`,
    'If it was you, there is nothing to do. If it was not, set a new password now and tell your administrator: signatures rest on it.',
  ],
  action: { label: 'Set a new password', url: `${context.publicUrl}/forgot` },
  because: `the password of your account was ${facts.how}`,
});

interface Lockout {
  person: { name: string; email: string };
  at: string;
  until: string;
  address: string | null;
}

/** What of a lock-out holds for whoever is told. `at` and `until`: ISO 8601 in UTC. */
const lockout = ({ person, at, until, address }: Lockout) => ({
  preview: `Too many failed attempts. It opens again on ${showMoment(until)}.`,
  attempts: `There were too many failed attempts with the address ${person.email}. The last one was on ${showDate(at, 'UTC')} at ${showTime(at)}${address ? `, from ${address}` : ''}.`,
  opens: `The account opens again by itself on ${showDate(until, 'UTC')} at ${showTime(until)}.`,
});

/** Told to the admins: somebody's account was locked after failed attempts (21 CFR 11.300(d)). */
export const accountLocked = (context: LetterContext, facts: Lockout): Letter => {
  const { preview, attempts, opens } = lockout(facts);
  const { name } = facts.person;
  return {
    subject: `The account of ${name} was locked`,
    preview,
    heading: `The account of ${name} was locked`,
    paragraphs: [attempts, `${opens} If ${name} knows nothing of it, deactivate the account until you know more.`],
    action: { label: 'Open team members', url: `${context.publicUrl}/dashboard/users` },
    because: `you are an administrator of ${context.organisation}`,
  };
};

/** The same to an admin whose own account it is, and who cannot deactivate it. */
export const ownAccountLocked = (context: LetterContext, facts: Lockout): Letter => {
  const { preview, attempts, opens } = lockout(facts);
  return {
    subject: `Your account at ${context.organisation} was locked`,
    preview,
    heading: `${context.to.firstName}, your account was locked`,
    paragraphs: [
      attempts,
      `${opens} If it was not you, set a new password now and tell another administrator: signatures rest on it.`,
    ],
    action: { label: 'Set a new password', url: `${context.publicUrl}/forgot` },
    because: 'there were too many failed attempts with your address',
  };
};

const within = (departments: readonly string[]): string => (departments.length > 0 ? ` in ${listed(departments)}` : '');
