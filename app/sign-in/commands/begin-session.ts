import type { Actor } from '#events/actor.ts';
import type { E } from '#events/catalogue.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import type { SignInMethod } from '#events/user/events.ts';
import type { Account } from '#app/sign-in/adapters/accounts.ts';
import { isPasswordChanged } from '#app/sign-in/adapters/sessions.ts';
import type { CommandContext } from '#app/kit/command/command.ts';
import { recordAccess, recordFailedSignIn } from '#app/sign-in/commands/access.ts';
import { passwordUnused } from '#app/sign-in/commands/single-sign-on/sign-on-of.ts';
import { fullName } from '#app/kit/query/viewer.ts';

/** A new session. `token` is its only copy, for the cookie or the caller; it is never in the ledger. */
export interface SignedIn {
  account: Account;
  token: string;
  expiresAt: Instant;
}

/**
 * Begins a session for a person whose credential was just checked, and records the sign-in. Refuses if that password
 * has been changed meanwhile.
 */
export async function beginSession(
  context: CommandContext,
  account: Account,
  { door, agent, method }: { door: 'screen' | 'call'; agent: string | null; method: SignInMethod },
): Promise<Result<SignedIn>> {
  const { ports, now } = context;
  const { org, user, passwordSetAt } = account;
  const address = addressOf(context);
  const unused = method === 'single_sign_on' ? null : passwordUnused(account);
  if (unused) return unused;
  const begun = await ports.identity.sessions
    .create({
      org,
      user,
      door,
      now,
      address,
      agent,
      limits: account.settings.session,
      factor: method === 'password_and_code' || method === 'password_and_recovery_code',
      // Single sign-on proved no password.
      ...(method !== 'single_sign_on' && { passwordSetAt }),
    })
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
    { type: 'UserSignedIn', data: { user, session: session.publicId, door, method } },
    ...breakGlass(account, method, session.publicId),
  ]);
  return ok({ account, token, expiresAt: session.expiresAt });
}

/** The local admin used a password where the organisation uses single sign-on. */
const breakGlass = ({ user, settings }: Account, method: SignInMethod, session: string): E[] =>
  settings.singleSignOn && method !== 'single_sign_on' ? [{ type: 'BreakGlassUsed', data: { user, session } }] : [];

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
