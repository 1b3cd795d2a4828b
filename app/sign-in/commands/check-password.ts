import { ok, refuse, type Failure } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import type { CredentialOutcome, FactorAnswer } from '#app/sign-in/adapters/credential-check.ts';
import { personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import { recordFailedSignIn } from '#app/sign-in/commands/access.ts';
import { addressOf } from '#app/sign-in/commands/begin-session.ts';
import { signInInput } from '#app/sign-in/commands/sign-in.ts';
import { passwordUnused } from '#app/sign-in/commands/single-sign-on/sign-on-of.ts';

/**
 * Checks the signed-in person's email and password again (21 CFR 11.200(a)). A wrong address and a wrong password both
 * count toward the lockout. `factor` is asked once they are right. The caller records the refusal.
 */
export async function checkOwnCredential(
  context: SignedInContext,
  { email, password }: { email: string; password: string },
  factor?: () => Promise<FactorAnswer>,
): Promise<CredentialOutcome> {
  const { ports, viewer, now } = context;
  const outcome = await ports.identity.checkCredential({
    email,
    owner: viewer.email,
    password,
    purpose: 'signature',
    ...(factor && { factor }),
    now,
    address: addressOf(context),
  });
  return outcome.kind === 'accepted' ? outcome : { ...outcome, failure: signatureRefusal(outcome) };
}

/** The sign-in's text for a locked account, else the signature's. */
function signatureRefusal({ failure, reason }: { failure: Failure; reason: string }): Failure {
  if (failure.code !== 'credentials_wrong') return failure;
  return reason === 'wrong_email'
    ? refuse('signature_email_mismatch', { fields: { email: [texts.signatureEmail] } }).failure
    : { code: 'signature_credentials_wrong' };
}

/**
 * Checks one's own email and password, as a client does before it sends a signature, which is still checked itself. A
 * failure is recorded and counts toward the lockout.
 */
export const checkPassword = personalCommand({
  name: 'identity.check-password',
  input: signInInput,
  permission: 'signed-in',
  async run(input, context) {
    const { settings, uid: user } = context.viewer;
    const unused = passwordUnused({ settings, user });
    if (unused) return unused;
    const checked = await checkOwnCredential(context, input);
    if (checked.kind === 'accepted') return ok({ checkedAt: checked.evidence.checkedAt });
    const { reason, failure, lock } = checked;
    if (reason !== 'address_limited') {
      const recorded = reason === 'locked' || reason === 'wrong_email' ? reason : 'wrong_password';
      await recordFailedSignIn(context, context.viewer.uid, recorded, lock);
    }
    return { ok: false, failure };
  },
});
