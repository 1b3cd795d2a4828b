import { z } from 'zod';
import { refuse } from '#events/failures.ts';
import { password } from '#app/sign-in/forms/credential.ts';
import { isSamePassword } from '#app/adapters/secrets/passwords.ts';
import { personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import { recordFailedSignIn } from '#app/sign-in/commands/access.ts';
import { personalWords, recordPasswordSet, weakness } from '#app/sign-in/commands/new-password.ts';
import { recordEnds } from '#app/kit/session/session-ends.ts';
import { addressOf } from '#app/sign-in/commands/begin-session.ts';
import { passwordUnused } from '#app/sign-in/commands/single-sign-on/sign-on-of.ts';

export const changePasswordInput = z.object({ currentPassword: password, newPassword: password });

/**
 * The command id with which this form has set the present password already; null where it has not. Sent again, it gets
 * the same answer although its current password is outdated. Only the form's sender knows that password.
 */
async function setBefore(
  newPassword: string,
  { ports, org, viewer, commandId }: SignedInContext,
): Promise<string | null> {
  const { accounts } = ports.identity;
  const setBy = await accounts.setBy({ org, user: viewer.uid });
  if (!setBy?.startsWith(`${commandId}/`)) return null;
  return (await accounts.hasPassword(viewer.email, newPassword)) ? setBy : null;
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
    // What was stored is recorded, also where the process ended in between.
    const recordSet = (id: string) => recordPasswordSet({ ...context, commandId: id }, user, 'changed');
    const before = await setBefore(newPassword, context);
    if (before) return recordSet(before);
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
      const meanwhile = await setBefore(newPassword, context);
      if (meanwhile) {
        await identity.attempts.forget({ user });
        return recordSet(meanwhile);
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
    // The replaced password is part of the id, because the same form with other passwords is another change.
    const setBy = `${context.commandId}/${checked.account.passwordSetAt}`;
    const change = { org, user, password: newPassword, now, setBy };
    const ended = await identity.accounts.changePassword({ ...change, keep: viewer.session });
    const changed = await recordSet(setBy);
    if (changed.ok) await recordEnds(context, user, ended);
    return changed;
  },
});
