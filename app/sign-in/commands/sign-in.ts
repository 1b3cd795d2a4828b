import { z } from 'zod';
import type { E } from '#events/catalogue.ts';
import { refuse, type Result } from '#events/failures.ts';
import { email, oneTimeCode, password } from '#app/sign-in/forms/credential.ts';
import { constantTime } from '#app/adapters/secrets/constant-time.ts';
import type { RefusalReason } from '#app/sign-in/adapters/credential-check.ts';
import type { Command, CommandContext } from '#app/kit/command/command.ts';
import { recordFailedSignIn } from '#app/sign-in/commands/access.ts';
import { addressOf, beginSession, type SignedIn } from '#app/sign-in/commands/begin-session.ts';
import { isDemonstrationLoading } from '#app/sign-in/commands/demonstration-loading.ts';
import { challenge, completeSignIn, factorAtSignIn } from '#app/sign-in/commands/second-factor.ts';
import { findSignOn, isLocalAdmin, passwordsUnused } from '#app/sign-in/commands/single-sign-on/sign-on-of.ts';

export const signInInput = z.object({
  email,
  password,
});

/** A code may be sent along, where the client knows that it will be asked for. */
const withCode = signInInput.extend({ code: oneTimeCode.nullish() });

type FailedReason = E<'SignInFailed'>['data']['reason'];

const recordedReasons: Partial<Record<RefusalReason, FailedReason>> = {
  wrong_password: 'wrong_password',
  locked: 'locked',
  not_active: 'not_active',
  password_expired: 'password_expired',
};

/** What a right password is answered with where it is not enough. */
const challengeOf: Partial<Record<RefusalReason, 'second_factor_required' | 'second_factor_missing'>> = {
  code_awaited: 'second_factor_required',
  factor_missing: 'second_factor_missing',
};

/**
 * Signs a person in on a screen or through the API. Failures of known people are events; an unknown address is logged.
 * A second factor is asked for with a challenge.
 */
export function signIn(door: 'screen' | 'call', agent: string | null): Command<typeof withCode, SignedIn> {
  return {
    name: 'identity.sign-in',
    input: withCode,
    permission: 'anyone',
    async run({ email, password, code }, context): Promise<Result<SignedIn>> {
      const begun = performance.now();
      const { ports, now } = context;
      // A session is an event of the present, which would end the past that is being loaded.
      if (await isDemonstrationLoading(ports)) return refuse('demonstration_loading');
      const address = addressOf(context);
      const signOn = await findSignOn(ports, email);
      const local = signOn && (await isLocalAdmin(ports, signOn, email));
      if (signOn && !local) {
        const even = constantTime(begun);
        await refusePassword(context, email);
        await even;
        return passwordsUnused(signOn.name);
      }
      const outcome = await ports.identity.checkCredential({
        email,
        password,
        purpose: 'sign-in',
        factor: (account) => factorAtSignIn(context, account),
        now,
        address,
      });
      const awaited = outcome.kind === 'refused' && challengeOf[outcome.reason];
      if (outcome.kind === 'refused' && outcome.account && awaited) {
        const challenged = await challenge(context, outcome.account, awaited);
        const sent = challenged.ok ? undefined : challenged.failure.facts?.challenge;
        if (!code || awaited !== 'second_factor_required' || typeof sent !== 'string') return challenged;
        return completeSignIn(door, agent).run({ challenge: sent, code }, context);
      }
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
        // Nobody learns from a wrong password who the local admin is.
        if (signOn && outcome.failure.code === 'credentials_wrong') return passwordsUnused(signOn.name);
        return { ok: false, failure: outcome.failure };
      }
      return beginSession(context, outcome.account, { door, agent, method: 'password' });
    },
  };
}

/** Records that a known person tried a password, which is no way in for them. */
async function refusePassword(context: CommandContext, email: string): Promise<void> {
  const { ports } = context;
  const account = await ports.identity.accounts.find(email);
  if (account)
    await recordFailedSignIn({ ...context, org: account.org }, account.user, 'single_sign_on_required', null);
  else ports.log.warn({ reason: 'single_sign_on_required', address: addressOf(context) }, 'sign-in refused');
}
