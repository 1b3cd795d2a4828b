import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { userDecider } from '#events/user/decide.ts';
import { sentUid } from '#app/forms/sent-uid.ts';
import { fullName } from '#app/queries/viewer.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { endAllSessions } from '#app/commands/identity/end-sessions.ts';
import { memberOf } from '#app/commands/identity/confirm.ts';
import { load } from '#app/commands/load.ts';
import { changedSince, expectedVersionInput } from '#app/commands/expected-version.ts';
import { trainingOfPerson } from '#app/commands/training/coverage.ts';
import { readAdmins } from '#app/commands/user/admins.ts';

/** INACTIVE at once: open training is cancelled with it, and the sessions end. Open approvals stay and wait for another approver. */
export const deactivateUser = personalCommand({
  name: 'user.deactivate',
  input: z.object({ user: sentUid(), reason: z.string().trim().nullish(), ...expectedVersionInput }),
  permission: 'user.deactivate',
  async run({ user, reason, expectedVersion }, context) {
    const deactivated = await commit(context, async () => {
      const loaded = await load(context, streams.user(user), userDecider);
      const changed = changedSince(loaded, expectedVersion, context);
      if (changed) return changed;
      const { stream, version, state } = loaded;
      if (state.kind === 'absent') return refuse('not_found');
      const admins = await readAdmins(context, user);
      const decision = userDecider.decide(
        {
          type: 'DeactivateUser',
          principal: admins.principal,
          now: context.now,
          reason: reason || null,
          otherActiveAdmins: admins.others,
        },
        state,
      );
      if (!decision.ok) return decision;
      const name = fullName(state);
      const training = await trainingOfPerson(context, {
        user: { uid: user, name },
        member: memberOf(state, 'INACTIVE'),
        assign: null,
        cancel: 'person_deactivated',
      });
      return ok({
        writes: [{ stream, version, events: decision.events }, ...training.writes],
        expect: [...admins.expect, ...training.expect],
        answer: { user, name },
      });
    });
    if (deactivated.ok) await endAllSessions(context, user, 'deactivated');
    return deactivated;
  },
});
