import { z } from 'zod';
import { refuse, type Result } from '#events/failures.ts';
import { asksFactorToSign, needsFactor } from '#events/organisation/second-factor.ts';
import { signOnOf } from '#events/single-sign-on/settings.ts';
import { streams } from '#events/streams.ts';
import { texts } from '#events/texts.ts';
import { userEvolution } from '#events/user/state.ts';
import type { SignInMethod } from '#events/user/events.ts';
import { oneTimeCode } from '#app/sign-in/forms/credential.ts';
import type { Account } from '#app/sign-in/adapters/accounts.ts';
import type { FactorAnswer } from '#app/sign-in/adapters/credential-check.ts';
import type { Command, CommandContext, SignedInContext } from '#app/kit/command/command.ts';
import { recordFailedSignIn } from '#app/sign-in/commands/access.ts';
import { addressOf, beginSession, type SignedIn } from '#app/sign-in/commands/begin-session.ts';
import { load } from '#app/kit/command/load.ts';

/** A one-time code or a recovery code from a form. */
export const typedCode = oneTimeCode.min(1, texts.required);

/** The uid of the person's authenticator app as the ledger knows it; null where there is none. */
export async function enrolledApp(
  context: Pick<CommandContext, 'ports' | 'org'>,
  user: string,
): Promise<string | null> {
  const { state } = await load(context, streams.user(user), userEvolution);
  if (state.kind !== 'user') return null;
  return state.authenticators.find(({ kind }) => kind === 'totp')?.uid ?? null;
}

/** What is missing beside the right password of a sign-in. */
export async function factorAtSignIn(context: CommandContext, account: Account): Promise<FactorAnswer> {
  if ((await enrolledApp({ ...context, org: account.org }, account.user)) !== null) return { kind: 'awaited' };
  return { kind: needsFactor(account.settings, account.user) ? 'missing' : 'none' };
}

/** What a signature's second factor says of the signed-in person. */
export async function factorAtSigning(context: SignedInContext, code: string | null): Promise<FactorAnswer> {
  const { ports, org, viewer, now } = context;
  const asked = asksFactorToSign(viewer.settings, viewer.factor);
  if (!asked && !code) return { kind: 'none' };
  const uid = await enrolledApp(context, viewer.uid);
  if (uid === null) return { kind: asked ? 'missing' : 'none' };
  if (!code) return { kind: 'awaited' };
  const right = await ports.identity.secondFactors.useCode({ org, user: viewer.uid, uid }, { code, now });
  return right ? { kind: 'right', authenticator: uid } : { kind: 'wrong' };
}

/**
 * Refuses a sign-in whose second factor is awaited or missing, with a challenge that stands for the right password. No
 * session exists before it is answered.
 */
export async function challenge(
  { ports, now }: CommandContext,
  { org, user, passwordSetAt }: Account,
  code: 'second_factor_required' | 'second_factor_missing',
): Promise<Result<never>> {
  if (passwordSetAt === null) return refuse('credentials_wrong');
  return refuse(code, {
    facts: { challenge: await ports.identity.challenges.issue({ org, user, passwordSetAt, now }) },
  });
}

/** Whose sign-in a challenge is; null where it is over, or the person, the password or the ways in changed since. */
export async function challengedAccount(
  { ports, now }: Pick<CommandContext, 'ports' | 'now'>,
  sent: string,
): Promise<Account | null> {
  const challenged = await ports.identity.challenges.find(sent, now);
  if (!challenged) return null;
  const { org, user, passwordSetAt } = challenged;
  const person = await ports.database.read(org, (db) =>
    db.selectFrom('read.user_account').select('email').where('uid', '=', user).executeTakeFirst(),
  );
  const account = person ? await ports.identity.accounts.find(person.email) : null;
  const same = account?.user === user && account.status === 'ACTIVE' && account.passwordSetAt === passwordSetAt;
  // Meanwhile the organisation may have turned to single sign-on, where passwords count for the local admin alone.
  return same && !signOnOf(account.settings, user) ? account : null;
}

/**
 * Checks the code of a challenge and uses both; a wrong code is recorded and counts toward the lock. `check` answers
 * what was typed, or null where it is wrong.
 */
export async function answerChallenge(
  context: CommandContext,
  { challenge: sent, account }: { challenge: string; account: Account },
  check: () => Promise<SignInMethod | null>,
): Promise<Result<SignInMethod>> {
  const { ports, now } = context;
  const { org, user } = account;
  let method: SignInMethod | null = null;
  const outcome = await ports.identity.checkCode({
    account,
    address: addressOf(context),
    now,
    check: async () => (method = await check()) !== null,
  });
  if (outcome.kind === 'refused') {
    if (outcome.reason !== 'address_limited')
      await recordFailedSignIn({ ...context, org }, user, outcome.reason, outcome.lock);
    return { ok: false, failure: outcome.failure };
  }
  const used = await ports.identity.challenges.use(sent);
  return used && method ? { ok: true, value: method } : refuse('second_factor_expired');
}

const completeInput = z.object({ challenge: z.string().max(200), code: typedCode });

/** The second step of a sign-in: a one-time code, or a recovery code. */
export function completeSignIn(door: 'screen' | 'call', agent: string | null): Command<typeof completeInput, SignedIn> {
  return {
    name: 'identity.complete-sign-in',
    input: completeInput,
    permission: 'anyone',
    async run({ challenge: sent, code }, context) {
      const account = await challengedAccount(context, sent);
      const uid = account && (await enrolledApp({ ...context, org: account.org }, account.user));
      if (!account || uid === null) return refuse('second_factor_expired');
      const { org, user } = account;
      const { secondFactors } = context.ports.identity;
      const method = await answerChallenge(context, { challenge: sent, account }, async () => {
        const typed = { code, now: context.now };
        if (await secondFactors.useCode({ org, user, uid }, typed)) return 'password_and_code';
        return (await secondFactors.useRecoveryCode({ org, user }, typed)) ? 'password_and_recovery_code' : null;
      });
      return method.ok ? beginSession(context, account, { door, agent, method: method.value }) : method;
    },
  };
}
