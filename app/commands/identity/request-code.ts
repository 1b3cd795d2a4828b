import { z } from 'zod';
import { ok, refuse, type Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { userDecider } from '#events/user/decide.ts';
import { email } from '#app/forms/credential.ts';
import type { Account } from '#app/identity/accounts.ts';
import { constantTime } from '#app/identity/constant-time.ts';
import { change } from '#app/commands/change.ts';
import type { Command, CommandContext } from '#app/commands/command.ts';
import { addressOf } from '#app/commands/identity/sign-in.ts';

export const codeRequest = z.object({ email });

/**
 * Sends an invited or reactivated person another code. Anybody else's request gets the same refusal in the same time.
 */
export const requestCode: Command<typeof codeRequest, null> = {
  name: 'identity.request-code',
  input: codeRequest,
  permission: 'anyone',
  run: (values, context) =>
    answered(context, values.email, async (account) => {
      if (account?.status !== 'INVITED') return refuse('code_not_requestable');
      return issueCode(context, account);
    }),
};

/**
 * Sends a code to choose a new password, with the same answer for an unknown account. An unconfirmed person gets a
 * confirmation code instead, and the e-mail says where to enter it.
 */
export const requestReset: Command<typeof codeRequest, null> = {
  name: 'identity.request-reset',
  input: codeRequest,
  permission: 'anyone',
  run: (values, context) =>
    answered(context, values.email, async (account) => {
      if (!account || account.status === 'INACTIVE') {
        context.ports.log.warn({ address: addressOf(context) }, 'a reset code was asked for an address that has none');
        return ok(null);
      }
      return issueCode(context, account);
    }),
};

/** Counts the request, finds the account, and answers in constant time. */
async function answered(
  context: CommandContext,
  address: string,
  work: (account: Account | null) => Promise<Result<null>>,
): Promise<Result<null>> {
  const begun = performance.now();
  const { codeRequests, accounts } = context.ports.identity;
  const wait = await codeRequests.admit({ email: address, address: addressOf(context) });
  const account = await accounts.find(address);
  const even = constantTime(begun);
  const result =
    wait === null ? await work(account) : refuse('too_many_requests', { facts: { retryAfterSeconds: wait } });
  await even;
  return result;
}

/** Records that a code is requested; the job that sends it generates it. */
const issueCode = (visitor: CommandContext, { org, user, status }: Account): Promise<Result<null>> =>
  change({ ...visitor, org }, { stream: streams.user(user), decider: userDecider }, (state, { now }) => {
    const confirming = state.kind === 'user' && state.reactivated ? 'reconfirm' : 'confirm';
    const purpose = status === 'ACTIVE' ? 'reset' : confirming;
    return { decision: userDecider.decide({ type: 'IssueCode', now, purpose }, state), answer: null };
  });
