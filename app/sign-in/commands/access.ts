import type { Actor } from '#events/actor.ts';
import type { E } from '#events/catalogue.ts';
import { ok, type Failure } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { commit, type CommandContext } from '#app/kit/command/command.ts';
import type { CausedLock } from '#app/sign-in/adapters/credential-check.ts';
import { load, loadStream } from '#app/kit/command/load.ts';
import { userEvolution } from '#events/user/state.ts';

/**
 * Records events of stream `access-<user>`, which rest on no right: also of a person who has just lost theirs. Answers
 * why nothing was recorded; null if it was.
 */
export async function tryToRecordAccess(
  context: CommandContext,
  user: string,
  events: readonly E[],
): Promise<Failure | null> {
  const actor = await withRecordedRole(context);
  const own = { ...context, actor, viewer: null, commandId: context.ports.newId() };
  const recorded = await commit(own, async () => {
    const { stream, version } = await loadStream(own, streams.access(user));
    return ok({ writes: [{ stream, version, events }], answer: null });
  });
  return recorded.ok ? null : recorded.failure;
}

/** The role by the ledger: an edit of the read models must not bring a false one into it for ever. */
async function withRecordedRole(context: CommandContext): Promise<Actor> {
  const { actor } = context;
  if (actor.kind !== 'user') return actor;
  const { state } = await load(context, streams.user(actor.uid), userEvolution);
  return state.kind === 'user' ? { ...actor, role: state.role } : actor;
}

/** Records a sign-in, a sign-out or a failure. Throws if it cannot be recorded. */
export async function recordAccess(context: CommandContext, user: string, events: readonly E[]): Promise<void> {
  const failure = await tryToRecordAccess(context, user, events);
  if (failure) throw new Error(`An access of ${user} could not be recorded: ${failure.code}`);
}

/** Records a failed credential check, and the lock that it caused. */
export const recordFailedSignIn = (
  context: CommandContext,
  user: string,
  reason: E<'SignInFailed'>['data']['reason'],
  lock: CausedLock | null,
): Promise<void> =>
  recordAccess(context, user, [{ type: 'SignInFailed', data: { user, reason } }, ...locked(user, lock)]);

/** The event of a lock, where there is one. */
export const locked = (user: string, lock: CausedLock | null): E[] =>
  lock ? [{ type: 'UserLockedOut', data: { user, until: lock.until, tries: lock.tries } }] : [];
