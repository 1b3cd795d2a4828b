import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { userDecider } from '#events/user/decide.ts';
import { sentUid } from '#app/forms/sent-uid.ts';
import { fullName } from '#app/queries/viewer.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { load } from '#app/commands/load.ts';
import { changedSince, expectedVersionInput } from '#app/commands/expected-version.ts';
import { readAdmins } from '#app/commands/user/admins.ts';

/** INVITED again: a new code goes out by e-mail, and training comes with the reconfirmation. */
export const reactivateUser = personalCommand({
  name: 'user.reactivate',
  input: z.object({ user: sentUid(), ...expectedVersionInput }),
  permission: 'user.reactivate',
  async run({ user, expectedVersion }, context) {
    return commit(context, async () => {
      const loaded = await load(context, streams.user(user), userDecider);
      const changed = changedSince(loaded, expectedVersion, context);
      if (changed) return changed;
      const { stream, version, state } = loaded;
      if (state.kind === 'absent') return refuse('not_found');
      const admins = await readAdmins(context, user);
      const decision = userDecider.decide(
        { type: 'ReactivateUser', principal: admins.principal, now: context.now },
        state,
      );
      if (!decision.ok) return decision;
      return ok({
        writes: [{ stream, version, events: decision.events }],
        expect: admins.expect,
        answer: { user, name: fullName(state) },
      });
    });
  },
});
