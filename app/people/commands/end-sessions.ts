import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { userEvolution } from '#events/user/state.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { endAllSessions } from '#app/sign-in/commands/sessions.ts';
import { load } from '#app/kit/command/load.ts';

/** Signs a person out everywhere. One's own session stays. */
export const endUserSessions = personalCommand({
  name: 'user.end-sessions',
  input: z.object({ user: sentUid() }),
  reason: 'offered',
  permission: 'user.end_sessions',
  async run({ user, reason }, context) {
    const { state } = await load(context, streams.user(user), userEvolution);
    if (state.kind === 'absent') return refuse('not_found');
    if (context.viewer.serviceAccount && state.role !== 'EMPLOYEE') return refuse('service_account_forbidden');
    const count = await endAllSessions(context, user, 'ended_by_admin', { except: context.viewer.session, reason });
    return ok({ user, name: fullName(state), count });
  },
});
