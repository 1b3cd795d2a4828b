import type { E } from '#events/catalogue.ts';
import { ok } from '#events/failures.ts';
import { personalCommand } from '#app/commands/command.ts';
import { checkOwnCredential } from '#app/commands/own-credential.ts';
import { recordAccess } from '#app/commands/identity/access.ts';
import { signInInput } from '#app/commands/identity/sign-in.ts';

/**
 * Checks one's own e-mail address and password again, as a client does before it sends a signature. The signature is checked anew all
 * the same. A failure is recorded and counts toward the lockout.
 */
export const checkPassword = personalCommand({
  name: 'identity.check-password',
  input: signInInput,
  permission: 'signed-in',
  async run({ email, password }, context) {
    const user = context.viewer.uid;
    const checked = await checkOwnCredential(context, { email, password });
    if (checked.kind === 'accepted') return ok({ checkedAt: checked.evidence.checkedAt });
    const { reason: why, failure } = checked;
    if (why === 'address_limited') return { ok: false, failure };
    const reason = why === 'locked' || why === 'wrong_email' ? why : 'wrong_password';
    const events: E[] = [{ type: 'SignInFailed', data: { user, reason } }];
    if (checked.lockedOutUntil) events.push({ type: 'UserLockedOut', data: { user, until: checked.lockedOutUntil } });
    await recordAccess(context, user, events);
    return { ok: false, failure };
  },
});
