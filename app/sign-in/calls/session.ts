import { z } from 'zod';
import { challengeText, emailAddress, oneTimeCode, password } from '#app/kit/call/fields.ts';
import type { SignedIn } from '#app/sign-in/commands/begin-session.ts';
import { completeSignIn } from '#app/sign-in/commands/second-factor.ts';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import type { Command } from '#app/kit/command/command.ts';
import { signOut } from '#app/sign-in/commands/sessions.ts';
import { moment, toMoment } from '#app/kit/call/moment.ts';
import { toUser, user } from '#app/kit/call/user-entity.ts';
import { runs, runsForAnyone, type Answer, type Call } from '#app/kit/call/endpoint.ts';
import { readOwnProfile } from '#app/sign-in/queries/own-profile.ts';

export const begunSession = z
  .object({
    token: z
      .string()
      .meta({ maxLength: 200, examples: ['imp_3kTz9uXqYw'] })
      .describe('Send it as `Authorization: Bearer …`. It is shown only once.'),
    expiresAt: moment.describe(
      'When the session ends if it is not used before. Each use extends it, up to its maximum length.',
    ),
    user,
  })
  .meta({ id: 'Session' });

/** A new session as an endpoint answers it. */
export async function toSession(
  { token, expiresAt, account }: SignedIn,
  { ports, now }: Pick<Call, 'ports' | 'now'>,
): Promise<Answer<z.infer<typeof begunSession>>> {
  const profile = await readOwnProfile(ports.database, { ...account, now });
  return { data: { token, expiresAt: toMoment(expiresAt), user: toUser(profile) } };
}

export const createSession = runsForAnyone({
  method: 'POST',
  path: '/api/session',
  operation: 'createSession',
  tag: 'Sessions',
  summary: 'Sign in',
  description:
    'Starts a session and answers its bearer token. It ends when idle and after its maximum length; the ' +
    'organisation sets both. Where the person has a second factor, the right email and password are answered ' +
    'with 401 `second_factor_required` and a `challenge`, which is valid for ten minutes and one session: send ' +
    'it with the `code` of the authenticator app, or a recovery code.',
  body: z.object({
    email: emailAddress.optional().describe('Required without a challenge.'),
    password: password.optional().describe('Required without a challenge.'),
    challenge: challengeText.optional().describe('Of a 401 `second_factor_required`, in the place of both.'),
    code: oneTimeCode.optional().describe('With a challenge, or at once with email and password.'),
  }),
  data: begunSession,
  status: 201,
  refusals: [
    'credentials_wrong',
    'attempts_exceeded',
    'account_locked_until_unlocked',
    'password_expired',
    'second_factor_required',
    'second_factor_missing',
    'second_factor_expired',
    'one_time_code_wrong',
    'demonstration_loading',
  ],
  command: ({ body, agent }): Command<z.ZodType, SignedIn> => {
    const command = body.challenge === undefined ? signIn : completeSignIn;
    return command('call', agent) as Command<z.ZodType, SignedIn>;
  },
  input: ({ body }) => body,
  answer: toSession,
});

export const endSession = runs({
  method: 'DELETE',
  path: '/api/session',
  operation: 'endSession',
  tag: 'Sessions',
  summary: 'Sign out',
  description: 'Ends the session of the bearer token.',
  data: z.null(),
  command: signOut,
  input: ({ token }) => ({ token }),
  answer: () => ({ data: null }),
});
