import { z } from 'zod';
import type { Actor } from '#events/actor.ts';
import type { E } from '#events/catalogue.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { email, password } from '#app/forms/credential.ts';
import type { Account } from '#app/identity/accounts.ts';
import { constantTime } from '#app/identity/constant-time.ts';
import { isPasswordChanged } from '#app/identity/sessions.ts';
import type { RefusalReason } from '#app/identity/credential-check.ts';
import type { CommandContext, Command } from '#app/commands/command.ts';
import { recordAccess, recordFailedSignIn } from '#app/commands/identity/access.ts';
import { fullName } from '#app/queries/viewer.ts';

export const signInInput = z.object({
  email,
  password,
});

/** A new session. `token` is its only copy, for the cookie or the caller; it is never in the ledger. */
export interface SignedIn {
  account: Account;
  token: string;
  expiresAt: string;
}

type FailedReason = E<'SignInFailed'>['data']['reason'];

const recordedReasons: Partial<Record<RefusalReason, FailedReason>> = {
  wrong_password: 'wrong_password',
  locked: 'locked',
  not_active: 'not_active',
  password_expired: 'password_expired',
};

/**
 * Signs a person in on a screen or through the API. Failures of known people are events; an unknown address is logged.
 */
export function signIn(door: 'screen' | 'call', agent: string | null): Command<typeof signInInput, SignedIn> {
  return {
    name: 'identity.sign-in',
    input: signInInput,
    permission: 'anyone',
    async run({ email, password }, context): Promise<Result<SignedIn>> {
      const begun = performance.now();
      const { ports, now } = context;
      const address = addressOf(context);
      const outcome = await ports.identity.checkCredential({ email, password, purpose: 'sign-in', now, address });
      if (outcome.kind === 'refused') {
        const even = constantTime(begun);
        const reason = recordedReasons[outcome.reason];
        if (outcome.account && reason) {
          const { org, user } = outcome.account;
          await recordFailedSignIn({ ...context, org }, user, reason, outcome.lock);
        } else {
          ports.log.warn({ reason: outcome.reason, address }, 'sign-in refused');
        }
        await even;
        return { ok: false, failure: outcome.failure };
      }
      return beginSession(context, outcome.account, { door, agent });
    },
  };
}

/**
 * Begins a session for a person whose credential was just checked, and records the sign-in. Refuses if that password
 * has been changed meanwhile.
 */
export async function beginSession(
  context: CommandContext,
  account: Account,
  { door, agent }: { door: 'screen' | 'call'; agent: string | null },
): Promise<Result<SignedIn>> {
  const { ports, now } = context;
  const { org, user, passwordSetAt } = account;
  const address = addressOf(context);
  const begun = await ports.identity.sessions
    .create({ org, user, door, now, address, agent, limits: account.settings.session, passwordSetAt })
    .catch((error: unknown) => {
      if (isPasswordChanged(error)) return null;
      throw error;
    });
  if (!begun) {
    await recordFailedSignIn({ ...context, org }, user, 'wrong_password', null);
    return refuse('credentials_wrong');
  }
  const { token, session } = begun;
  await recordAccess({ ...context, org, actor: actorOfAccount(account, address, session.publicId) }, user, [
    { type: 'UserSignedIn', data: { user, session: session.publicId, door, method: 'password' } },
  ]);
  return ok({ account, token, expiresAt: session.expiresAt });
}

/** The owner of an account as the actor of events. */
export const actorOfAccount = (
  account: Omit<Account, 'passwordSetAt'>,
  address: string | null,
  session: string | null,
): Actor => ({
  kind: 'user',
  uid: account.user,
  name: fullName(account),
  role: account.role,
  session,
  address,
});

/** The network address of a command; null if it did not come over the network. */
export const addressOf = ({ actor }: CommandContext): string | null => (actor.kind === 'system' ? null : actor.address);
