import { z } from 'zod';
import { confirmationCode, emailAddress, newPassword } from '#app/kit/call/fields.ts';
import { confirmAccount } from '#app/sign-in/commands/confirm.ts';
import { signOutOwn, acknowledgeOwn } from '#app/sign-in/commands/sessions.ts';
import { reportFailedAttempt } from '#app/sign-in/commands/report-failure.ts';
import { user } from '#app/kit/call/user-entity.ts';
import { byUid } from '#app/kit/call/parameters.ts';
import { userAnswer } from '#app/kit/call/user-answer.ts';
import { runs, runsForAnyone } from '#app/kit/call/endpoint.ts';

const tag = 'Users';

/** A client's report about its own session; the answer is the profile, whose dates the expiry warnings need. */
const acknowledged = (path: `/api/users/{uid}/${string}`, operation: string, summary: string, description: string) =>
  runs({
    method: 'GET',
    path,
    operation,
    tag,
    summary,
    description: `${description} Only for yourself.`,
    params: byUid,
    data: user,
    refusals: ['not_allowed'],
    command: acknowledgeOwn,
    input: ({ params }) => ({ user: params.uid }),
    answer: async ({ user: uid }, call) => ({ data: (await userAnswer(uid, call)).data }),
  });

export const getLogin = acknowledged(
  '/api/users/{uid}/login',
  'acknowledgeLogin',
  'After a sign-in: the profile with the dates for expiry warnings',
  'The sign-in itself was recorded when the session began.',
);

export const getCredentialsUpdated = acknowledged(
  '/api/users/{uid}/credsupdated',
  'acknowledgeCredentialsUpdated',
  'After a change of password: the profile with its date',
  'The change itself was recorded when it was made.',
);

export const getLogout = runs({
  method: 'GET',
  path: '/api/users/{uid}/logout',
  operation: 'logout',
  tag,
  summary: 'Sign out',
  description: 'Ends the session of the bearer token, as `DELETE /api/session` does. Only for yourself.',
  params: byUid,
  data: z.null(),
  refusals: ['not_allowed'],
  command: signOutOwn,
  input: ({ params, token }) => ({ user: params.uid, token }),
  answer: () => ({ data: null }),
});

export const getFailedAttempt = runsForAnyone({
  method: 'GET',
  path: '/api/users/failedattempt',
  operation: 'reportFailedAttempt',
  tag,
  summary: 'Report a failed sign-in',
  description:
    'Records the failure and locks nobody out. Answers the same for an unknown address. Limited by network address.',
  query: z.object({ email: emailAddress }),
  data: z.null(),
  command: reportFailedAttempt,
  input: ({ query }) => query,
  answer: () => ({ data: null }),
});

export const postConfirm = runsForAnyone({
  method: 'POST',
  path: '/api/users/confirm',
  operation: 'confirmUser',
  tag,
  summary: 'Confirm an invited or reinvited account with its code and a new password',
  body: z.object({
    username: emailAddress.describe('The email address.'),
    confirmationCode,
    newCredential: newPassword,
  }),
  data: z.object({ uid: z.uuid(), reconfirmed: z.boolean() }),
  description: 'Without a right code the answer says nothing about the account.',
  refusals: ['code_wrong', 'code_expired', 'password_not_accepted', 'already_confirmed'],
  fields: { email: 'username', code: 'confirmationCode', newPassword: 'newCredential' },
  command: confirmAccount,
  input: ({ body }) => ({ email: body.username, code: body.confirmationCode, newPassword: body.newCredential }),
  answer: ({ user: uid, again }) => ({ data: { uid, reconfirmed: again } }),
});
