import { z } from 'zod';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { Principal } from '#events/permissions.ts';
import type { StreamExpectation } from '#events/ledger/types.ts';
import { streams } from '#events/streams.ts';
import { unlockAccount } from '#events/user/access.ts';
import { userEvolution } from '#events/user/state.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import { isLocked } from '#app/kit/people/lock.ts';
import { commit, personalCommand, type CommandContext } from '#app/kit/command/command.ts';
import { load, loadStream } from '#app/kit/command/load.ts';
import { readAdmins } from '#app/people/commands/admins.ts';

/** Who unlocks: the console, or an admin as the ledger knows them now. */
interface Asking {
  principal: Principal;
  expect: StreamExpectation[];
}

/** Ends a lockout at once, and records it. */
export const unlock = (
  context: CommandContext,
  { user, reason }: { user: string; reason: string | null },
  asking: () => Promise<Asking>,
): Promise<Result<{ user: string; name: string }>> =>
  commit(context, async () => {
    const { state } = await load(context, streams.user(user), userEvolution);
    if (state.kind === 'absent') return refuse('not_found');
    const { attempts } = context.ports.identity;
    const { principal, expect } = await asking();
    const locked = (await attempts.lockOf({ user }, context.now)) !== null || (await isLocked(context, user));
    const decision = unlockAccount({ principal, user, locked, reason });
    if (!decision.ok) return decision;
    const { stream, version } = await loadStream(context, streams.access(user));
    // Before it is recorded: after a crash between, the account is still shown as locked and can be unlocked again.
    await attempts.unlock({ user });
    return ok({
      writes: [{ stream, version, events: decision.events }],
      expect,
      answer: { user, name: fullName(state) },
    });
  });

/** Ends the lockout of a person. */
export const unlockUser = personalCommand({
  name: 'user.unlock',
  input: z.object({ user: sentUid() }),
  reason: 'offered',
  permission: 'user.unlock',
  run: ({ user, reason }, context) => unlock(context, { user, reason }, () => readAdmins(context, user)),
});
