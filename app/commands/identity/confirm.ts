import { z } from 'zod';
import { ok, refuse, type Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { texts } from '#events/texts.ts';
import { password } from '#app/forms/credential.ts';
import { userDecider } from '#events/user/decide.ts';
import type { Member } from '#events/training/record.ts';
import type { User } from '#events/user/state.ts';
import { commit, type Command, type CommandContext } from '#app/commands/command.ts';
import { load } from '#app/commands/load.ts';
import { addressOf, signInInput } from '#app/commands/identity/sign-in.ts';
import { personalWords, weakness } from '#app/commands/identity/new-password.ts';
import { trainingOfPerson } from '#app/commands/training/coverage.ts';
import { fullName } from '#app/queries/viewer.ts';

export const confirmInput = z.object({
  email: signInInput.shape.email,
  code: z.string({ error: texts.required }).trim().min(1, texts.required).max(64),
  newPassword: password,
});

type Confirmation = z.output<typeof confirmInput>;

/** First-time confirmation of an invited account: code and new password. 401, 403, 406 and 410 are the specification's. */
export const confirmAccount = confirmation('confirm');
/** The same for an account that was deactivated and is invited again. */
export const reconfirmAccount = confirmation('reconfirm');

function confirmation(purpose: 'confirm' | 'reconfirm'): Command<typeof confirmInput, { user: string }> {
  return {
    name: `identity.${purpose}`,
    input: confirmInput,
    permission: 'anyone',
    run: (values, context) => confirm(purpose, values, context),
  };
}

async function confirm(
  purpose: 'confirm' | 'reconfirm',
  { email, code, newPassword }: Confirmation,
  visitor: CommandContext,
): Promise<Result<{ user: string }>> {
  const { identity } = visitor.ports;
  const { now } = visitor;
  const checked = await identity.codes.check({ email, code, purposes: [purpose], now });
  if (!checked.ok) return checked;
  const { account } = checked.value;
  const weak = await weakness(newPassword, personalWords(account), 'password_not_accepted');
  if (weak) return weak;
  // The secret first: a crash before the event leaves an invited person whose code and password are accepted again.
  const redeemed = await identity.codes.redeem({ checked: checked.value, password: newPassword, now });
  if (!redeemed.ok) return redeemed;
  const { org, user, role } = account;
  const name = fullName(account);
  const context: CommandContext = {
    ...visitor,
    org,
    actor: { kind: 'user', uid: user, name, role, session: null, address: addressOf(visitor) },
  };
  return commit(
    context,
    async () => {
      const { stream, version, state } = await load(context, streams.user(user), userDecider);
      if (state.kind === 'absent') return refuse('code_wrong');
      const decision = userDecider.decide(
        { type: 'ConfirmAccount', now, code: 'right', passwordAccepted: true },
        state,
      );
      if (!decision.ok) return decision;
      const training = await trainingOfPerson(context, {
        user: { uid: user, name },
        member: memberOf(state, 'ACTIVE'),
        assign: purpose === 'confirm' ? 'confirmed' : 'reactivated',
        cancel: null,
      });
      return ok({
        writes: [{ stream, version, events: decision.events }, ...training.writes],
        expect: training.expect,
        answer: { user },
      });
    },
    { tries: 10 },
  );
}

/** A person as training sees them. */
export const memberOf = (user: User, status: Member['status'] = user.status): Member => ({
  uid: user.uid,
  status,
  departments: user.departments.map(({ uid }) => uid),
});
