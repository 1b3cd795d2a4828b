import type { E } from '#events/catalogue.ts';
import { ok } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { commit, type CommandContext } from '#app/commands/command.ts';
import { loadStream } from '#app/commands/load.ts';

/**
 * Records a sign-in, a sign-out or a failure (stream `access-<user>`). Several at one moment write to the same stream, so it is tried more
 * often than a person's own command.
 */
export async function recordAccess(context: CommandContext, user: string, events: readonly E[]): Promise<void> {
  const own = { ...context, commandId: context.ports.newId() };
  const recorded = await commit(
    own,
    async () => {
      const { stream, version } = await loadStream(own, streams.access(user));
      return ok({ writes: [{ stream, version, events }], answer: null });
    },
    { tries: 20 },
  );
  if (!recorded.ok) throw new Error(`An access of ${user} could not be recorded: ${recorded.failure.code}`);
}

/** Records a failed check of a person's credential, and the lock that it caused. `lockedUntil` is ISO 8601 in UTC. */
export const recordFailedSignIn = (
  context: CommandContext,
  user: string,
  reason: E<'SignInFailed'>['data']['reason'],
  lockedUntil: string | null,
): Promise<void> =>
  recordAccess(context, user, [{ type: 'SignInFailed', data: { user, reason } }, ...locked(user, lockedUntil)]);

/** The event of a lock, where there is one. */
export const locked = (user: string, until: string | null): E[] =>
  until ? [{ type: 'UserLockedOut', data: { user, until } }] : [];
