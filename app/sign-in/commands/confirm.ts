import { z } from 'zod';
import { refuse, type Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { texts } from '#events/texts.ts';
import * as rules from '#events/user/decide/account.ts';
import { password } from '#app/sign-in/forms/credential.ts';
import { userEvolution } from '#events/user/state.ts';
import type { Member } from '#events/training/record.ts';
import type { User } from '#events/user/state.ts';
import { constantTime } from '#app/adapters/secrets/constant-time.ts';
import { change } from '#app/kit/command/change.ts';
import type { Command, CommandContext } from '#app/kit/command/command.ts';
import { actorOfAccount, addressOf } from '#app/sign-in/commands/begin-session.ts';
import { signInInput } from '#app/sign-in/commands/sign-in.ts';
import { personalWords, weakness } from '#app/sign-in/commands/new-password.ts';
import { passwordUnused } from '#app/sign-in/commands/single-sign-on/sign-on-of.ts';
import { trainingOfPerson } from '#app/organisation/commands/coverage.ts';
import { fullName } from '#app/kit/query/viewer.ts';

export const confirmInput = z.object({
  email: signInInput.shape.email,
  code: z.string({ error: texts.required }).trim().min(1, texts.required).max(64),
  newPassword: password,
});

type Confirmation = z.output<typeof confirmInput>;

/** The account that is ACTIVE now, and whether it was before. */
export interface Confirmed {
  user: string;
  again: boolean;
}

/**
 * Confirms an invited or reactivated account with a code and a new password. 401, 403, 406 and 410 are the
 * specification's. Both kinds of code are accepted, because people do not know the difference.
 */
export const confirmAccount: Command<typeof confirmInput, Confirmed> = {
  name: 'identity.confirm',
  input: confirmInput,
  permission: 'anyone',
  run: confirm,
};

async function confirm(
  { email, code, newPassword }: Confirmation,
  visitor: CommandContext,
): Promise<Result<Confirmed>> {
  const begun = performance.now();
  const { identity } = visitor.ports;
  const { now } = visitor;
  const checked = await identity.codeTries.check(addressOf(visitor), () =>
    identity.codes.check({ email, code, purposes: ['confirm', 'reconfirm'], now }),
  );
  if (!checked.ok) {
    await constantTime(begun);
    return checked;
  }
  const { account, purpose } = checked.value;
  // The first sign-in at the issuer confirms the account.
  const unused = passwordUnused(account);
  if (unused) return unused;
  const weak = await weakness(newPassword, personalWords(account), 'password_not_accepted');
  if (weak) return weak;
  // The password is set first: after a crash before the append, code and password are accepted again.
  const redeemed = await identity.codes.redeem({ checked: checked.value, password: newPassword, now });
  if (!redeemed.ok) return redeemed;
  const { org, user } = account;
  const name = fullName(account);
  const actor = actorOfAccount(account, addressOf(visitor), null);
  // A code sets a password once, whatever request it comes with.
  const context: CommandContext = { ...visitor, org, actor, commandId: `identity.confirm/${checked.value.uid}` };
  return change(context, { stream: streams.user(user), evolution: userEvolution }, async (state) => {
    if (state.kind === 'absent') return refuse('code_wrong');
    const decision = rules.confirm({ now, code: 'right', passwordAccepted: true }, state);
    if (!decision.ok) return decision;
    const training = await trainingOfPerson(context, {
      user: { uid: user, name },
      member: memberOf(state, 'ACTIVE'),
      assign: purpose === 'confirm' ? 'confirmed' : 'reactivated',
      cancel: null,
    });
    return { decision, parts: [training], answer: { user, again: purpose === 'reconfirm' } };
  });
}

/** A person in the form that training needs. */
export const memberOf = (user: User, status: Member['status'] = user.status): Member => ({
  uid: user.uid,
  status,
  departments: user.departments.map(({ uid }) => uid),
});
