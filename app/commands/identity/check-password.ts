import type { E } from '#events/catalogue.ts';
import { ok, refuse } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { personalCommand } from '#app/commands/command.ts';
import { recordAccess } from '#app/commands/identity/access.ts';
import { addressOf, signInInput } from '#app/commands/identity/sign-in.ts';

/**
 * Checks one's own e-mail address and password again, as a client does before it sends a signature. The signature is checked anew all
 * the same. A failure is recorded and counts toward the lockout.
 */
export const checkPassword = personalCommand({
  name: 'identity.check-password',
  input: signInInput,
  permission: 'signed-in',
  async run({ email, password }, context) {
    const { ports, viewer, now } = context;
    const user = viewer.uid;
    const address = addressOf(context);
    if (email !== viewer.email.toLowerCase())
      return refuse('signature_email_mismatch', { fields: { email: [texts.signatureEmail] } });
    const checked = await ports.identity.checkCredential({ email, password, purpose: 'signature', now, address });
    if (checked.kind === 'accepted') return ok({ checkedAt: checked.evidence.checkedAt });
    if (checked.reason === 'address_limited') return { ok: false, failure: checked.failure };
    const reason = checked.reason === 'locked' ? 'locked' : 'wrong_password';
    const events: E[] = [{ type: 'SignInFailed', data: { user, reason } }];
    if (checked.lockedOutUntil) events.push({ type: 'UserLockedOut', data: { user, until: checked.lockedOutUntil } });
    await recordAccess(context, user, events);
    return checked.failure.code === 'credentials_wrong'
      ? refuse('signature_credentials_wrong')
      : { ok: false, failure: checked.failure };
  },
});
