import { z } from 'zod';
import { ok, refuse, type Result } from '#events/failures.ts';
import { invitationDaysOf } from '#events/organisation/controls.ts';
import { streams } from '#events/streams.ts';
import * as rules from '#events/user/decide/account.ts';
import { userEvolution } from '#events/user/state.ts';
import { email } from '#app/sign-in/forms/credential.ts';
import type { Account } from '#app/sign-in/adapters/accounts.ts';
import { constantTime } from '#app/adapters/secrets/constant-time.ts';
import { change } from '#app/kit/command/change.ts';
import type { Command, CommandContext } from '#app/kit/command/command.ts';
import { addressOf } from '#app/sign-in/commands/begin-session.ts';
import { findSignOn } from '#app/sign-in/commands/single-sign-on/sign-on-of.ts';

/** Who last signed in with the browser that asks: it proves nothing, and is no stranger. */
interface Browser {
  user: string;
}

export const codeRequest = z.object({ email });

/**
 * Sends an invited or reactivated person another code. Anybody else's request gets the same refusal in the same time.
 */
export const requestCode = (browser: Browser | null): Command<typeof codeRequest, null> => ({
  name: 'identity.request-code',
  input: codeRequest,
  permission: 'anyone',
  run: (values, context) =>
    answered(context, values.email, browser, async (account) => {
      if (account?.status !== 'INVITED') return refuse('code_not_requestable');
      return issueCode(context, account);
    }),
});

/**
 * Sends a code to choose a new password, with the same answer for an unknown account. An unconfirmed person gets a
 * confirmation code instead, and the email says where to enter it.
 */
export const requestReset = (browser: Browser | null): Command<typeof codeRequest, null> => ({
  name: 'identity.request-reset',
  input: codeRequest,
  permission: 'anyone',
  run: (values, context) =>
    answered(context, values.email, browser, async (account) => {
      if (!account || account.status === 'INACTIVE') {
        context.ports.log.warn({ address: addressOf(context) }, 'a reset code was asked for an address that has none');
        return ok(null);
      }
      return issueCode(context, account);
    }),
});

/** Counts the request, finds the account, and answers in constant time. */
async function answered(
  context: CommandContext,
  address: string,
  browser: Browser | null,
  work: (account: Account | null) => Promise<Result<null>>,
): Promise<Result<null>> {
  const begun = performance.now();
  const { codeRequests, accounts } = context.ports.identity;
  const account = await accounts.find(address);
  const asker = context.viewer?.uid ?? browser?.user;
  const own = account !== null && account.user === asker;
  const wait = await codeRequests.admit({ email: address, address: addressOf(context), own });
  const even = constantTime(begun);
  const result =
    wait === null
      ? await unlessIssuer(context, address, account, work)
      : refuse('too_many_requests', { facts: { retryAfterSeconds: wait } });
  await even;
  return result;
}

/**
 * People who sign in at an issuer have no use for a code. The answer is the same for the local admin, who gets one, so
 * that nobody learns who that is.
 */
async function unlessIssuer(
  context: CommandContext,
  address: string,
  account: Account | null,
  work: (account: Account | null) => Promise<Result<null>>,
): Promise<Result<null>> {
  const signOn = await findSignOn(context.ports, address);
  if (!signOn) return work(account);
  if (account?.user === signOn.localAdmin) await work(account);
  return refuse('single_sign_on_required', {
    detail: `Sign in with ${signOn.name}. The local admin alone gets a code by email.`,
    facts: { issuer: signOn.name },
  });
}

/** Records that a code is requested; the job that sends it generates it. */
const issueCode = (visitor: CommandContext, { org, user, status, settings }: Account): Promise<Result<null>> =>
  change({ ...visitor, org }, { stream: streams.user(user), evolution: userEvolution }, (state, { now }) => {
    const confirming = state.kind === 'user' && state.reactivated ? 'reconfirm' : 'confirm';
    const purpose = status === 'ACTIVE' ? 'reset' : confirming;
    return {
      decision: rules.issueCode({ now, purpose, invitationDays: invitationDaysOf(settings) }, state),
      answer: null,
    };
  });
