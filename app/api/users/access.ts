import { z } from 'zod';
import { confirmationCode, emailAddress } from '#app/api/entities/fields.ts';
import { confirmEmail } from '#app/commands/identity/confirm-email.ts';
import { cancelEmailChange } from '#app/commands/user/cancel-email-change.ts';
import { changeEmail } from '#app/commands/user/change-email.ts';
import { endUserSessions } from '#app/commands/user/end-sessions.ts';
import { resendInvitation } from '#app/commands/user/resend-invitation.ts';
import { unlockUser } from '#app/commands/user/unlock.ts';
import { user } from '#app/api/entities/user.ts';
import { byUid } from '#app/api/parameters.ts';
import { userAnswer } from '#app/api/users/user-answer.ts';
import { runs, runsForAnyone } from '#app/server/endpoint.ts';

const tag = 'Users';
const method = 'POST';

export const postUnlock = runs({
  method,
  path: '/api/users/{uid}/unlock',
  operation: 'unlockUser',
  tag,
  summary: 'End the lockout of a person',
  description: 'The person can sign in and sign again at once, with the same password.',
  params: byUid,
  data: user,
  refusals: ['account_not_locked'],
  command: unlockUser,
  input: ({ params }) => ({ user: params.uid }),
  answer: ({ user: uid }, call) => userAnswer(uid, call),
});

export const postInvitation = runs({
  method,
  path: '/api/users/{uid}/invitation',
  operation: 'resendInvitation',
  tag,
  summary: 'Send an invited person a new code',
  description: 'Earlier codes stop working.',
  params: byUid,
  data: user,
  refusals: ['user_not_in_status'],
  command: resendInvitation,
  input: ({ params }) => ({ user: params.uid }),
  answer: ({ user: uid }, call) => userAnswer(uid, call),
});

export const postEmail = runs({
  method,
  path: '/api/users/{uid}/email',
  operation: 'changeUserEmail',
  tag,
  summary: 'Change the e-mail address of a person',
  description:
    'A code goes to the new address, and a note to the present one. The new address counts once the code was entered ' +
    '(`POST /api/users/confirm-email`).',
  params: byUid,
  body: z.object({ email: emailAddress }),
  data: user,
  refusals: ['email_in_use', 'email_format', 'super_admin_required', 'user_not_in_status'],
  command: changeEmail,
  input: ({ params, body }) => ({ user: params.uid, email: body.email }),
  answer: ({ user: uid }, call) => userAnswer(uid, call),
});

export const deleteEmail = runs({
  method: 'DELETE',
  path: '/api/users/{uid}/email',
  operation: 'cancelUserEmailChange',
  tag,
  summary: 'Cancel a change of the e-mail address',
  description:
    'For admins and the person, until the new address is confirmed. The code that was sent there is of no use.',
  params: byUid,
  data: user,
  refusals: ['not_allowed', 'email_not_changing', 'super_admin_required'],
  command: cancelEmailChange,
  input: ({ params }) => ({ user: params.uid }),
  answer: ({ user: uid }, call) => userAnswer(uid, call),
});

export const postConfirmEmail = runsForAnyone({
  method,
  path: '/api/users/confirm-email',
  operation: 'confirmUserEmail',
  tag,
  summary: 'Confirm a new e-mail address with its code',
  body: z.object({ username: emailAddress.describe('The new e-mail address.'), confirmationCode }),
  data: z.object({ uid: z.uuid() }),
  refusals: ['code_wrong', 'code_expired', 'email_change_cancelled', 'email_in_use'],
  fields: { email: 'username', code: 'confirmationCode' },
  command: confirmEmail,
  input: ({ body }) => ({ email: body.username, code: body.confirmationCode }),
  answer: ({ user: uid }) => ({ data: { uid } }),
});

export const deleteSessions = runs({
  method: 'DELETE',
  path: '/api/users/{uid}/sessions',
  operation: 'endUserSessions',
  tag,
  summary: 'Sign a person out everywhere',
  description: 'Answers how many sessions ended. The session of this call stays.',
  params: byUid,
  data: z.object({ ended: z.number().int() }),
  command: endUserSessions,
  input: ({ params }) => ({ user: params.uid }),
  answer: ({ count }) => ({ data: { ended: count } }),
});
