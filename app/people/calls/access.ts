import { z } from 'zod';
import { confirmationCode, emailAddress } from '#app/kit/call/fields.ts';
import { confirmEmail } from '#app/sign-in/commands/confirm-email.ts';
import { cancelEmailChange } from '#app/people/commands/cancel-email-change.ts';
import { changeEmail } from '#app/people/commands/change-email.ts';
import { endUserSessions } from '#app/people/commands/end-sessions.ts';
import { resendInvitation } from '#app/people/commands/resend-invitation.ts';
import { unlockUser } from '#app/people/commands/unlock.ts';
import { byUid } from '#app/kit/call/parameters.ts';
import { answersUser } from '#app/kit/call/user-answer.ts';
import { runs, runsForAnyone } from '#app/kit/call/endpoint.ts';

const tag = 'Users';
const method = 'POST';

export const postUnlock = runs({
  ...answersUser,
  method,
  path: '/api/users/{uid}/unlock',
  operation: 'unlockUser',
  summary: 'End the lockout of a person',
  description: 'The person can sign in and sign again at once, with the same password.',
  refusals: ['account_not_locked'],
  command: unlockUser,
  input: ({ params }) => ({ user: params.uid }),
});

export const postInvitation = runs({
  ...answersUser,
  method,
  path: '/api/users/{uid}/invitation',
  operation: 'resendInvitation',
  summary: 'Send an invited person a new code',
  description: 'Earlier codes stop working.',
  refusals: ['user_not_in_status'],
  command: resendInvitation,
  input: ({ params }) => ({ user: params.uid }),
});

export const postEmail = runs({
  ...answersUser,
  method,
  path: '/api/users/{uid}/email',
  operation: 'changeUserEmail',
  summary: 'Change the email address of a person',
  description:
    'A code goes to the new address, and a note to the present one. The new address counts once the code was entered ' +
    '(`POST /api/users/confirm-email`).',
  body: z.object({ email: emailAddress }),
  refusals: ['email_in_use', 'email_format', 'super_admin_required', 'user_not_in_status'],
  command: changeEmail,
  input: ({ params, body }) => ({ user: params.uid, email: body.email }),
});

export const deleteEmail = runs({
  ...answersUser,
  method: 'DELETE',
  path: '/api/users/{uid}/email',
  operation: 'cancelUserEmailChange',
  summary: 'Cancel a change of the email address',
  description:
    'For admins and the person, until the new address is confirmed. The code that was sent there is of no use.',
  refusals: ['not_allowed', 'email_not_changing', 'super_admin_required'],
  command: cancelEmailChange,
  input: ({ params }) => ({ user: params.uid }),
});

export const postConfirmEmail = runsForAnyone({
  method,
  path: '/api/users/confirm-email',
  operation: 'confirmUserEmail',
  tag,
  summary: 'Confirm a new email address with its code',
  description: 'Where a program entered the address, the person sends the token of a session of their own.',
  takesSession: true,
  body: z.object({ username: emailAddress.describe('The new email address.'), confirmationCode }),
  data: z.object({ uid: z.uuid() }),
  refusals: ['code_wrong', 'code_expired', 'email_change_cancelled', 'email_in_use', 'not_allowed'],
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
