import { z } from 'zod';
import { streams } from '#events/streams.ts';
import { removeAuthenticator } from '#events/user/decide/authenticators.ts';
import { userEvolution } from '#events/user/state.ts';
import { change } from '#app/kit/command/change.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** Removes one of the person's own passkeys, which signs nothing from then on. */
export const removePasskey = personalCommand({
  name: 'passkey.remove',
  input: z.object({ authenticator: sentUid() }),
  permission: 'signed-in',
  reason: 'required',
  run: ({ authenticator, reason }, context) =>
    change(
      context,
      { stream: streams.user(context.viewer.uid), evolution: userEvolution },
      (state, { principal, now }) => ({
        decision: removeAuthenticator({ principal, now, authenticator, required: false, reason }, state),
        answer: { authenticator },
      }),
    ),
});
