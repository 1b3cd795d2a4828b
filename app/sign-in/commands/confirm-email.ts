import { ok, refuse, type Failure, type Result } from '#events/failures.ts';
import { invitationDaysOf } from '#events/organisation/controls.ts';
import { streams } from '#events/streams.ts';
import * as rules from '#events/user/decide/email.ts';
import { userEvolution } from '#events/user/state.ts';
import type { ChangingAccount } from '#app/sign-in/adapters/accounts.ts';
import { constantTime } from '#app/adapters/secrets/constant-time.ts';
import { change } from '#app/kit/command/change.ts';
import type { Command, CommandContext } from '#app/kit/command/command.ts';
import { confirmInput } from '#app/sign-in/commands/confirm.ts';
import { actorOfAccount, addressOf } from '#app/sign-in/commands/begin-session.ts';

export const confirmEmailInput = confirmInput.pick({ email: true, code: true });

/**
 * Confirms a new email address with the code that was sent there. From then on the person signs in with it; codes that
 * went to the address before stop working. The password and open sessions stay.
 */
export const confirmEmail: Command<typeof confirmEmailInput, { user: string }> = {
  name: 'identity.confirm-email',
  input: confirmEmailInput,
  permission: 'anyone',
  async run({ email, code }, visitor) {
    const begun = performance.now();
    const checked = await visitor.ports.identity.codeTries.check(addressOf(visitor), () =>
      findRightCode(visitor, { email, code }),
    );
    if (checked.ok) return confirm(visitor, checked.value.account, { email, code: checked.value.uid });
    await constantTime(begun);
    return checked;
  },
};

/** Two organisations may want the same address for their people: whose code it is decides. */
async function findRightCode(
  { ports, now }: CommandContext,
  { email, code }: { email: string; code: string },
): Promise<Result<{ account: ChangingAccount; uid: string }>> {
  const { accounts, codes } = ports.identity;
  let refusal: Failure = { code: 'code_wrong' };
  for (const account of await accounts.findChanging(email)) {
    const checked = await codes.checkOf(account, { code, purposes: ['change-email'], now });
    if (checked.ok) return ok({ account, uid: checked.value.uid });
    if (checked.failure.code === 'code_expired') refusal = checked.failure;
  }
  return { ok: false, failure: refusal };
}

/** `code`: the uid of the right code. */
async function confirm(
  visitor: CommandContext,
  account: ChangingAccount,
  { email, code }: { email: string; code: string },
): Promise<Result<{ user: string }>> {
  const { org, user, settings } = account;
  const { identity } = visitor.ports;
  const { now } = visitor;
  const owner = await identity.accounts.find(email);
  // The same form sent again: the address is this person's already.
  if (owner?.user === user) return ok({ user });
  const actor = actorOfAccount(account, addressOf(visitor), null);
  // A code confirms once, whatever request it comes with.
  const context: CommandContext = { ...visitor, org, actor, commandId: `identity.confirm-email/${code}` };
  return change(context, { stream: streams.user(user), evolution: userEvolution }, async (state) => {
    if (state.kind === 'absent') return refuse('code_wrong');
    const invitationDays = invitationDaysOf(settings);
    const decision = rules.confirmEmail(
      { now, email, emailInUse: owner !== null, invitationDays, by: visitor.viewer?.uid ?? null },
      state,
    );
    // Before it is recorded, so that no code that the address before has received outlasts the change.
    if (decision.ok) await identity.codes.useAlone({ org, user, uid: code, now });
    return { decision, answer: { user } };
  });
}
