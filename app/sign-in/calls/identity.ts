import { z } from 'zod';
import { confirmationCode, emailAddress, newPassword, password } from '#app/kit/call/fields.ts';
import { changePassword } from '#app/sign-in/commands/change-password.ts';
import { checkPassword } from '#app/sign-in/commands/check-password.ts';
import { requestCode, requestReset } from '#app/sign-in/commands/request-code.ts';
import { resetPassword } from '#app/sign-in/commands/reset-password.ts';
import { moment, toMoment } from '#app/kit/call/moment.ts';
import { begunSession, toSession } from '#app/sign-in/calls/session.ts';
import { runs, runsForAnyone } from '#app/kit/call/endpoint.ts';

const tag = 'Identity';
const method = 'POST';

export const forgotPassword = runsForAnyone({
  method,
  path: '/api/identity/forgot-password',
  operation: 'forgotPassword',
  tag,
  summary: 'Request a code to choose a new password',
  description: 'Answers the same whether or not the account exists.',
  body: z.object({ email: emailAddress }),
  data: z.null(),
  command: () => requestReset(null),
  input: ({ body }) => body,
  answer: () => ({ data: null }),
});

export const resetOwnPassword = runsForAnyone({
  method,
  path: '/api/identity/reset-password',
  operation: 'resetPassword',
  tag,
  summary: 'Choose a new password with the code',
  description:
    'Ends all of the person’s sessions and starts a new one. Where the person has a second factor, the new ' +
    'password is set and the answer is 401 `second_factor_required`, as at sign-in.',
  body: z.object({ email: emailAddress, code: confirmationCode, newPassword }),
  data: begunSession,
  refusals: [
    'code_wrong',
    'code_expired',
    'password_unchanged',
    'password_weak',
    'account_locked_until_unlocked',
    'second_factor_required',
    'second_factor_missing',
  ],
  command: ({ agent }) => resetPassword('call', agent),
  input: ({ body }) => body,
  answer: toSession,
});

export const changeOwnPassword = runs({
  method,
  path: '/api/identity/change-password',
  operation: 'changePassword',
  tag,
  summary: 'Change the password',
  description: "Ends the person's other sessions. A wrong current password counts toward the lockout.",
  body: z.object({ currentPassword: password, newPassword }),
  data: z.null(),
  refusals: [
    'current_password_wrong',
    'attempts_exceeded',
    'account_locked_until_unlocked',
    'password_unchanged',
    'password_weak',
  ],
  command: changePassword,
  input: ({ body }) => body,
  answer: () => ({ data: null }),
});

export const resendCode = runsForAnyone({
  method,
  path: '/api/identity/resend-code',
  operation: 'resendCode',
  tag,
  summary: 'Request another code to confirm an account',
  body: z.object({ email: emailAddress }),
  data: z.null(),
  refusals: ['code_not_requestable'],
  command: () => requestCode(null),
  input: ({ body }) => body,
  answer: () => ({ data: null }),
});

export const checkOwnPassword = runs({
  method,
  path: '/api/identity/check',
  operation: 'checkPassword',
  tag,
  summary: "Check the person's email address and password again",
  description: 'Each signature still checks both again. A failure counts toward the lockout.',
  body: z.object({ email: emailAddress, password }),
  data: z.object({ checkedAt: moment }),
  refusals: [
    'signature_email_mismatch',
    'signature_credentials_wrong',
    'attempts_exceeded',
    'account_locked_until_unlocked',
  ],
  command: checkPassword,
  input: ({ body }) => body,
  answer: ({ checkedAt }) => ({ data: { checkedAt: toMoment(checkedAt) } }),
});
