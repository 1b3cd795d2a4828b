import type { E } from '#events/catalogue.ts';
import { ok } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { commit, type CommandContext } from '#app/commands/command.ts';
import { loadStream } from '#app/commands/load.ts';

/**
 * Records what happened at the door (stream `access-<user>`): no sign-in, sign-out or failure is left out. Several at one moment write to the
 * same stream, so it is tried more often than a person's own command would be.
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
