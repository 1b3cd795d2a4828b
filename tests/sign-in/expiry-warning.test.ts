import { describe, expect, it } from 'vitest';
import { expiryWarning } from '#app/sign-in/screens/expiry-warning.ts';

const setAt = '2026-01-01T08:00:00.000Z';
const after = (days: number) => new Date(Date.parse(setAt) + days * 86_400_000).toISOString();
const warning = (days: number) => expiryWarning(setAt, 90, after(days));

describe('the warning of a password that expires soon [P11-300b1]', () => {
  it('comes under eight days, in the specification’s words, for ten seconds', () => {
    expect(warning(82)).toBeNull();
    expect(warning(82.1)).toEqual({
      tone: 'info',
      text: 'Your password will expire in 7 days. Please update at your earliest convenience.',
      durationMs: 10_000,
      always: true,
    });
    expect(warning(88)).toMatchObject({ tone: 'info', text: expect.stringContaining('in 2 days') as string });
  });

  it('is urgent under two days', () => {
    const one = 'Your password will expire in 1 day. Please update your password today.';
    const today = 'Your password expires today. Please update your password now.';
    expect(warning(89)).toEqual({ tone: 'error', text: one, durationMs: 10_000, always: true });
    expect(warning(88.5)).toEqual({ tone: 'error', text: one, durationMs: 10_000, always: true });
    expect(warning(89.5)).toEqual({ tone: 'error', text: today, durationMs: 10_000, always: true });
  });

  it('does not come where nobody knows when the password was set', () => {
    expect(expiryWarning(null, 90, after(0))).toBeNull();
  });
});
