import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { refuse } from '#events/failures.ts';
import type { Leaving } from '#app/sign-in/adapters/single-sign-on/single-sign-on.ts';
import { email } from '#app/sign-in/forms/credential.ts';
import type { Command } from '#app/kit/command/command.ts';
import { addressOf } from '#app/sign-in/commands/begin-session.ts';
import { findSignOn } from '#app/sign-in/commands/single-sign-on/sign-on-of.ts';

export const startSignInInput = z.object({ email });

/** Begins a sign-in at the issuer of the person's organisation. `page`: where the person goes afterwards. */
export const startSignIn = (page: string): Command<typeof startSignInInput, Leaving> => ({
  name: 'single-sign-on.start',
  input: startSignInInput,
  permission: 'anyone',
  async run({ email: typed }, context) {
    const { ports, now } = context;
    const wait = await ports.singleSignOn.admit(addressOf(context));
    if (wait !== null) return refuse('too_many_requests', { facts: { retryAfterSeconds: wait } });
    const signOn = await findSignOn(ports, typed);
    if (!signOn) return refuse('single_sign_on_unused');
    const nonce = randomBytes(32).toString('base64url');
    return ports.singleSignOn.start({ signOn, nonce, page, email: typed, now });
  },
});
