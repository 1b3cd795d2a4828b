import { refuse, type Failure } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { addressOf } from '#app/commands/identity/sign-in.ts';
import type { SignedInContext } from '#app/commands/command.ts';
import type { CredentialOutcome } from '#app/identity/credential-check.ts';

/**
 * Checks the e-mail and the password of whoever is signed in once more (21 CFR 11.200(a)). An address that is not theirs and a wrong
 * password count toward the lockout alike. What is refused is told in the signature's words; recording it is the caller's.
 */
export async function checkOwnCredential(
  context: SignedInContext,
  { email, password }: { email: string; password: string },
): Promise<CredentialOutcome> {
  const { ports, viewer, now } = context;
  const outcome = await ports.identity.checkCredential({
    email,
    owner: viewer.email,
    password,
    purpose: 'signature',
    now,
    address: addressOf(context),
  });
  return outcome.kind === 'accepted' ? outcome : { ...outcome, failure: toldAs(outcome) };
}

/** The sign-in's words where an account is locked, else the signature's own. */
function toldAs({ failure, reason }: { failure: Failure; reason: string }): Failure {
  if (failure.code !== 'credentials_wrong') return failure;
  return reason === 'wrong_email'
    ? refuse('signature_email_mismatch', { fields: { email: [texts.signatureEmail] } }).failure
    : { code: 'signature_credentials_wrong' };
}
