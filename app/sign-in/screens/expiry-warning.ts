import { dayMs, msBetween, type Instant } from '#events/time.ts';
import type { Toast } from '#app/kit/cookies/toast.ts';

/** Days left below which a person is warned, and below which the warning has the colour of an error. */
const warnedUnder = 8;
const urgentUnder = 2;
const durationMs = 10_000;

/**
 * The warning at sign-in about a password that expires soon; null where none is due. `setAt`: null where it is unknown.
 * `policyDays`: the days that a password stays valid.
 */
export function expiryWarning(setAt: Instant | null, policyDays: number, now: Instant): Toast | null {
  if (setAt === null) return null;
  const days = Math.floor(policyDays - msBetween(setAt, now) / dayMs);
  if (days >= warnedUnder) return null;
  return { tone: days < urgentUnder ? 'error' : 'info', text: wordsFor(days), durationMs, always: true };
}

function wordsFor(days: number): string {
  if (days < 1) return 'Your password expires today. Please update your password now.';
  if (days === 1) return 'Your password will expire in 1 day. Please update your password today.';
  return `Your password will expire in ${days} days. Please update at your earliest convenience.`;
}
