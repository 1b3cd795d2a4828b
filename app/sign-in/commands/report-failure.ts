import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { email } from '#app/sign-in/forms/credential.ts';
import { constantTime } from '#app/adapters/secrets/constant-time.ts';
import type { Command } from '#app/kit/command/command.ts';
import { recordFailedSignIn } from '#app/sign-in/commands/access.ts';
import { addressOf } from '#app/sign-in/commands/begin-session.ts';

const input = z.object({ email });

/**
 * Records that a client reports a failed sign-in. It counts toward no lockout, so that a report locks nobody out. An
 * unknown address is only logged, with the same answer in the same time.
 */
export const reportFailedAttempt: Command<typeof input, null> = {
  name: 'identity.report-failed-attempt',
  input,
  permission: 'anyone',
  async run(values, context) {
    const begun = performance.now();
    const { identity, log } = context.ports;
    const address = addressOf(context);
    const wait = await identity.failureReports.admit({ email: values.email, address });
    const account = wait === null ? await identity.accounts.find(values.email) : null;
    if (account) {
      const { org, user } = account;
      await recordFailedSignIn({ ...context, org }, user, 'reported_by_client', null);
    } else log.warn({ address }, 'a failed sign-in was reported for an address that has no account, or too often');
    await constantTime(begun);
    return wait === null ? ok(null) : refuse('too_many_requests', { facts: { retryAfterSeconds: wait } });
  },
};
