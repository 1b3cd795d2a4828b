import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { password } from '#app/sign-in/forms/credential.ts';
import { isSamePassword } from '#app/adapters/secrets/passwords.ts';
import { personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import { loadStream } from '#app/kit/command/load.ts';
import { recordFailedSignIn } from '#app/sign-in/commands/access.ts';
import { personalWords, recordPasswordSet, weakness } from '#app/sign-in/commands/new-password.ts';
import { recordEnds } from '#app/kit/session/session-ends.ts';
import { addressOf } from '#app/sign-in/commands/begin-session.ts';
import { passwordUnused } from '#app/sign-in/commands/single-sign-on/sign-on-of.ts';

export const changePasswordInput = z.object({ currentPassword: password, newPassword: password });

/**
 * Whether this form has already set the present password: sent again, it gets the same answer although its current
 * password is outdated. Only the form's sender knows that password.
 */
async function isSet(newPassword: string, context: SignedInContext): Promise<boolean> {
  const { ports, viewer, commandId } = context;
  const { events } = await loadStream(context, streams.user(viewer.uid));
  const last = events.findLast(({ type }) => type === 'PasswordSet');
  if (!last?.commandId.startsWith(`${commandId}/`)) return false;
  return ports.identity.accounts.hasPassword(viewer.email, newPassword);
}

/** Changes one's own password and ends all one's other sessions. A wrong current password counts toward the lockout. */
export const changePassword = personalCommand({
  name: 'identity.change-password',
  input: changePasswordInput,
  permission: 'signed-in',
  async run({ currentPassword, newPassword }, context) {
    const { ports, org, viewer, now } = context;
    const { identity } = ports;
    const user = viewer.uid;
    const unused = passwordUnused({ settings: viewer.settings, user });
    if (unused) return unused;
    if (await isSet(newPassword, context)) return ok(null);
    const checked = await identity.checkCredential({
      email: viewer.email,
      password: currentPassword,
      purpose: 'change-password',
      now,
      address: addressOf(context),
    });
    if (checked.kind === 'refused') {
      // No password was checked if only the network address is over its limit.
      if (checked.reason === 'address_limited') {
        ports.log.warn(
          { user, reason: checked.reason, address: addressOf(context) },
          'a change of password was refused',
        );
        return { ok: false, failure: checked.failure };
      }
      // The same form sent twice at once: the first was carried out during the second.
      if (await isSet(newPassword, context)) {
        await identity.attempts.forget({ user });
        return ok(null);
      }
      const reason = checked.reason === 'locked' ? 'locked' : 'wrong_password';
      await recordFailedSignIn(context, user, reason, checked.lock);
      return checked.failure.code === 'credentials_wrong'
        ? refuse('current_password_wrong')
        : { ok: false, failure: checked.failure };
    }
    if (isSamePassword(newPassword, currentPassword)) return refuse('password_unchanged');
    const weak = await weakness(newPassword, personalWords(viewer, [viewer.orgName]));
    if (weak) return weak;
    const change = { org, user, password: newPassword, now };
    const ended = await identity.accounts.changePassword({ ...change, keep: viewer.session });
    // The replaced password is part of the id, because the same form with other passwords is another change.
    const commandId = `${context.commandId}/${checked.account.passwordSetAt}`;
    const changed = await recordPasswordSet({ ...context, commandId }, user, 'changed');
    if (changed.ok) await recordEnds(context, user, ended);
    return changed;
  },
});
