import { msBetween, type Instant } from '#events/time.ts';
import type { Role } from '#events/user/events.ts';
import { shownCode } from '#app/sign-in/adapters/codes.ts';
import type { Email, EmailContext } from '#app/kit/email/email.ts';
import { codeValidity, listed } from '#app/ui/text/count.ts';
import { showDate, showMoment, showTime } from '#app/ui/text/date.ts';
import { sentence } from '#app/ui/text/sentence.ts';

export interface IssuedCode {
  code: string;
  expiresAt: Instant;
}

const roles: Record<Role, string> = {
  ADMIN: 'an Admin',
  AUTHOR: 'an Author',
  EMPLOYEE: 'an Employee',
  SUPER_ADMIN: 'a Super Admin',
};

const dayMs = 24 * 3_600_000;
const aWhileMs = 15 * 60_000;

/** `12 Mar 2026 at 14:05 UTC`. */
export const dateAndTime = (moment: Instant): string => `${showDate(moment, 'UTC')} at ${showTime(moment)}`;

/** A late email does not say for how long. */
function expiryNote({ expiresAt }: IssuedCode, { now }: EmailContext): string {
  const left = msBetween(now, expiresAt);
  const days = Math.round(left / dayMs);
  const whole = days > 0 && Math.abs(left - days * dayMs) < aWhileMs;
  return `It expires ${whole ? `in ${codeValidity(days)}, ` : ''}on ${dateAndTime(expiresAt)}.`;
}

const verification = { newCodePath: '/request-code', codeName: 'verification code' };
const codePages = {
  confirm: { path: '/confirm', label: 'Confirm your account', ...verification },
  reconfirm: { path: '/reconfirm', label: 'Reconfirm your account', ...verification },
  'change-email': {
    path: '/confirm-email',
    label: 'Confirm your email',
    newCodePath: null,
    codeName: 'verification code',
  },
  reset: { path: '/reset', label: 'Choose a new password', newCodePath: '/forgot', codeName: 'reset code' },
};

/** The code, the page where it is entered and the page for a new one. */
export function withCode(context: EmailContext, issued: IssuedCode, purpose: keyof typeof codePages) {
  const { publicUrl, to } = context;
  const { path, label, newCodePath, codeName } = codePages[purpose];
  const code = shownCode(issued.code);
  const note = expiryNote(issued, context);
  const url = `${publicUrl}${path}?${new URLSearchParams({ email: to.email }).toString()}`;
  return {
    preview: `Your ${codeName} is ${code}. ${note}`,
    code: { label: `Your ${codeName}`, code, note },
    action: { label, url },
    codePages: {
      open: { label: `${new URL(publicUrl).host}${path}`, url },
      newCode: newCodePath === null ? null : { label: 'Request a new code', url: `${publicUrl}${newCodePath}` },
    },
  } satisfies Partial<Email>;
}

interface Invitation {
  /** The printed name of the admin. */
  inviter: string;
  role: Role;
  departments: readonly string[];
  issued: IssuedCode;
}

const roleAndDepartments = ({ role, departments }: Invitation): string =>
  `${roles[role]}${departments.length > 0 ? ` in ${listed(departments)}` : ''}`;

/** To an invited person. */
export const invitation = (context: EmailContext, facts: Invitation): Email => ({
  subject: `${facts.inviter} has invited you to ${context.organisation}`,
  heading: `${context.to.firstName}, you have been invited to ${context.organisation}`,
  paragraphs: [
    `${facts.inviter} has added you as ${roleAndDepartments(facts)}. Imprimatur is where ${context.organisation} ` +
      'keeps its controlled documents and training records. To begin, confirm your account and choose a password.',
  ],
  because: `${facts.inviter} invited you`,
  unexpected: 'If you did not expect it, ignore this email: no account is opened without the code.',
  ...withCode(context, facts.issued, 'confirm'),
});

/** To a person whose account was reactivated. */
export const reactivation = (context: EmailContext, facts: Invitation): Email => ({
  subject: `${facts.inviter} has invited you back to ${context.organisation}`,
  heading: `${context.to.firstName}, your account at ${context.organisation} was reactivated`,
  paragraphs: [
    `${facts.inviter} has reactivated your account as ${roleAndDepartments(facts)}. Your earlier signatures and ` +
      'training records are unchanged. To continue, reconfirm your account and choose a new password.',
  ],
  because: `${facts.inviter} reactivated your account`,
  unexpected: 'If you did not expect it, ignore this email: the account stays closed without the code.',
  ...withCode(context, facts.issued, 'reconfirm'),
});

/** To an invited person who requested another code. */
export const newCode = (context: EmailContext, purpose: 'confirm' | 'reconfirm', issued: IssuedCode): Email => ({
  subject: `Your new verification code for ${context.organisation}`,
  heading: `${context.to.firstName}, here is your new code`,
  paragraphs: [
    `Use it to ${purpose} your account at ${context.organisation} and choose a password. Earlier codes stop working.`,
  ],
  because: 'a new code was requested with your address',
  unexpected: 'If you did not request it, ignore this email: no account is opened without the code.',
  ...withCode(context, issued, purpose),
});

/** To a person who forgot the password, or whose password expired. */
export const resetCode = (context: EmailContext, issued: IssuedCode): Email => ({
  subject: `Your reset code for ${context.organisation}`,
  heading: `${context.to.firstName}, here is your reset code`,
  paragraphs: [
    `${sentence(`Use it to choose a new password for your account at ${context.organisation}`)} This ends all your ` +
      'open sessions.',
  ],
  because: 'a reset code was requested with your address',
  unexpected: 'If you did not request it, ignore this email: your password does not change.',
  ...withCode(context, issued, 'reset'),
});

/** To everybody with an account, once their organisation was imported into this installation. */
export const moved = (
  context: EmailContext,
  purpose: 'confirm' | 'reconfirm' | 'reset',
  issued: IssuedCode,
): Email => ({
  subject: `${context.organisation} has moved: choose a password`,
  heading: `${context.to.firstName}, ${context.organisation} has moved`,
  paragraphs: [
    `From now on, ${context.organisation} keeps its documents and training records at ` +
      `${new URL(context.publicUrl).host}. Your signatures and records moved with it; passwords, authenticator apps ` +
      'and passkeys did not.',
    `Use this code to ${purpose === 'reset' ? '' : `${purpose} your account and `}choose a password. Then set up ` +
      'your second factor again if you had one.',
  ],
  because: `you have an account at ${context.organisation}`,
  unexpected: 'If you did not expect it, ask your administrator before you use the code.',
  ...withCode(context, issued, purpose),
});

/** To the owner of a password that was replaced. */
export const passwordChanged = (
  { organisation, publicUrl, to }: EmailContext,
  { at, how }: { at: Instant; how: 'changed' | 'reset' },
): Email => ({
  subject: `Your password for ${organisation} was ${how}`,
  preview: `It was ${how} on ${showMoment(at)}.`,
  heading: `${to.firstName}, your password was ${how}`,
  paragraphs: [
    `The password of your account at ${organisation} was ${how} on ${dateAndTime(at)}. All your other sessions were ` +
      'ended.',
    'If you did this, there is nothing to do. If not, set a new password now and contact your administrator, because ' +
      'your password is part of your signature.',
  ],
  action: { label: 'Set a new password', url: `${publicUrl}/forgot` },
  because: `the password of your account was ${how}`,
});
