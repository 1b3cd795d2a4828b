import { refuse } from '#events/failures.ts';
import { constantTime } from '#app/adapters/secrets/constant-time.ts';
import type { Command, CommandContext } from '#app/kit/command/command.ts';
import { confirmAccount, confirmInput, type Confirmed } from '#app/sign-in/commands/confirm.ts';
import { personalWords, recordPasswordSet, weakness } from '#app/sign-in/commands/new-password.ts';
import { recordEnds } from '#app/kit/session/session-ends.ts';
import { challenge, factorAtSignIn } from '#app/sign-in/commands/second-factor.ts';
import { actorOfAccount, addressOf, beginSession, type SignedIn } from '#app/sign-in/commands/begin-session.ts';
import { passwordUnused } from '#app/sign-in/commands/single-sign-on/sign-on-of.ts';

const passwordChangedButLocked = 'Your password was changed. Your account stays locked until an admin unlocks it.';

export const resetInput = confirmInput;

/**
 * Sets a new password with an emailed code: lifts a lock, ends every session of the person and begins a new one. A
 * wrong or expired code is answered as at confirmation.
 */
export function resetPassword(door: 'screen' | 'call', agent: string | null): Command<typeof resetInput, SignedIn> {
  return {
    name: 'identity.reset-password',
    input: resetInput,
    permission: 'anyone',
    async run({ email, code, newPassword }, visitor) {
      const begun = performance.now();
      const { ports, now } = visitor;
      const { identity } = ports;
      const checked = await identity.codeTries.check(addressOf(visitor), () =>
        identity.codes.check({ email, code, purposes: ['reset'], now }),
      );
      if (!checked.ok) {
        await constantTime(begun);
        return checked;
      }
      const { account } = checked.value;
      const unused = passwordUnused(account);
      if (unused) return unused;
      const weak = await weakness(newPassword, personalWords(account));
      if (weak) return weak;
      const redeemed = await identity.codes.redeem({ checked: checked.value, password: newPassword, now });
      if (!redeemed.ok) return redeemed;
      const { org, user } = account;
      const context: CommandContext = { ...visitor, org, actor: actorOfAccount(account, addressOf(visitor), null) };
      // A code sets a password once, whatever request it comes with.
      const commandId = `identity.reset-password/${checked.value.uid}`;
      const recorded = await recordPasswordSet({ ...context, commandId }, user, 'reset');
      if (!recorded.ok) return recorded;
      await recordEnds(context, user, redeemed.value.endedSessions);
      // The mailbox's owner may choose a password; only an admin ends this lock.
      if (await identity.attempts.lockOf({ user }, now))
        return refuse('account_locked_until_unlocked', { detail: passwordChangedButLocked });
      const { passwordSetAt } = redeemed.value;
      // The mailbox is one factor: the other is asked for as at sign-in.
      const own = { ...account, passwordSetAt };
      const { kind } = await factorAtSignIn(context, own);
      if (kind === 'awaited') return challenge(context, own, 'second_factor_required');
      if (kind === 'missing') return challenge(context, own, 'second_factor_missing');
      return beginSession(context, own, { door, agent, method: 'password' });
    },
  };
}

/** Refusals of the account itself after the right code. */
const ofConfirming = new Set(['code_expired', 'password_not_accepted']);

/**
 * `resetPassword` for the page after /forgot. An unconfirmed person received a confirmation code instead: entered here,
 * it confirms the account and begins no session.
 */
export function resetOrConfirm(agent: string | null): Command<typeof resetInput, SignedIn | Confirmed> {
  const reset = resetPassword('screen', agent);
  return {
    ...reset,
    async run(values, visitor) {
      const done = await reset.run(values, visitor);
      if (done.ok || done.failure.code !== 'code_wrong') return done;
      const confirmed = await confirmAccount.run(values, visitor);
      return confirmed.ok || ofConfirming.has(confirmed.failure.code) ? confirmed : done;
    },
  };
}
