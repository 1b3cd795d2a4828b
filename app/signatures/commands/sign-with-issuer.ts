import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ok, refuse, type Result } from '#events/failures.ts';
import { signedWords } from '#events/signed-words.ts';
import type { Leaving } from '#app/sign-in/adapters/single-sign-on/single-sign-on.ts';
import type { WaitingSignature } from '#app/sign-in/adapters/single-sign-on/waiting-signature.ts';
import type { Intent, SignedInContext } from '#app/kit/command/command.ts';
import type { CheckedSigner } from '#app/signatures/commands/sign-with-passkey.ts';
import { linkOf } from '#app/sign-in/commands/single-sign-on/link-of.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { signatureInput, type SignatureInput } from '#app/signatures/forms.ts';

/** The signature form of a person who signs in at the issuer. `page`: where the person comes back to. */
export const issuerQuestion = signatureInput
  .pick({ signedName: true, consent: true, reason: true, comparison: true })
  .extend({ page: z.string() });

/** The same once the person has come back; `reauthentication` names what the issuer said. */
export const issuerAnswer = signatureInput
  .pick({ signedName: true, consent: true, reason: true, comparison: true })
  .extend({ reauthentication: sentUid() });

type Typed = Pick<SignatureInput, 'signedName' | 'consent' | 'reason' | 'comparison'>;

/** The signature form as it will be sent once the person has come back. */
export const withoutPassword = (
  { signedName, consent, reason, comparison }: Typed,
  { viewer }: SignedInContext,
): SignatureInput => ({
  signedName,
  consent,
  reason,
  comparison,
  email: viewer.email,
  password: '',
});

/**
 * Sends the signer to the issuer with the words of the signature that these writes would record: the nonce is their
 * hash, so that the answer counts for them alone.
 */
export async function askIssuer(
  context: SignedInContext,
  { page, ...typed }: Typed & { page: string },
  about: Pick<WaitingSignature, 'act' | 'uid' | 'document'>,
  writes: Intent<unknown>['writes'],
): Promise<Result<Leaving>> {
  const { viewer, now, ports, commandId } = context;
  const [signature] = writes.flatMap(({ events }) =>
    events.flatMap(({ data }) => ('signature' in data ? [data.signature] : [])),
  );
  if (!signature) return refuse('conflict');
  const link = await linkOf(context);
  if (!link.ok) return link;
  const words = signedWords(signature, now);
  return ports.singleSignOn.start({
    signOn: link.value.signOn,
    nonce: nonceOf(words),
    page,
    email: viewer.email,
    now,
    signature: {
      user: viewer.uid,
      waiting: {
        ...about,
        ...typed,
        reason: typed.reason ?? null,
        comparison: typed.comparison ?? null,
        commandId,
        words,
      },
    },
  });
}

/** The nonce of a request about these words. */
const nonceOf = (words: string): string => createHash('sha256').update(words).digest('base64url');

/** What the issuer said about the signer for this very signature, once; the password of such a person is no way in. */
export async function reauthenticated(
  { org, viewer, ports, now }: SignedInContext,
  uid: string,
): Promise<Result<CheckedSigner>> {
  const said = await ports.singleSignOn.takeReauthentication({ org, uid, user: viewer.uid, now });
  if (!said) return refuse('single_sign_on_expired');
  const { words, ...credential } = said;
  return ok({ credential: { method: 'OIDC re-authentication', checkedAt: now, ...credential }, askedWords: words });
}
