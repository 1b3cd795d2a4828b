import type { z } from 'zod';
import { ok, refuse, type Result } from '#events/failures.ts';
import { signedWords } from '#events/signed-words.ts';
import type { SigningFacts } from '#events/signature.ts';
import type { Instant } from '#events/time.ts';
import type { Passkeys } from '#app/sign-in/adapters/passkey/passkeys.ts';
import type { Intent, SignedInContext } from '#app/kit/command/command.ts';
import { signatureInput, type SignatureInput } from '#app/signatures/forms.ts';
import { ownPasskeys } from '#app/sign-in/commands/passkey/own-passkeys.ts';

/** What the browser is to ask the person's passkey (WebAuthn). */
export type PasskeyRequest = Awaited<ReturnType<Passkeys['askToSign']>>;

/** What was checked of the signer at the moment of signing. */
export type CheckedSigner = Pick<SigningFacts, 'credential' | 'askedWords'> & { secondFactorAsked?: boolean };

const ofViewer = ({ org, viewer }: SignedInContext) => ({ org, user: viewer.uid });

/** What a signature would say, before the password is checked. */
export const passkeyQuestion = signatureInput.pick({ signedName: true, reason: true, comparison: true });

/** The signature form as it will be sent. */
export const asTyped = (typed: z.output<typeof passkeyQuestion>, { viewer }: SignedInContext): SignatureInput => ({
  ...typed,
  email: viewer.email,
  password: '',
  consent: true,
});

/** Stands in for the check of the signer while nothing is signed yet. */
export const passwordAlone = ({ now }: SignedInContext): CheckedSigner => ({
  credential: { method: 'email and password', checkedAt: now },
  secondFactorAsked: false,
});

/** Asks one of the person's passkeys to sign the words, as of now, of the signature that these writes would record. */
export async function askPasskey(
  context: SignedInContext,
  writes: Intent<unknown>['writes'],
): Promise<Result<PasskeyRequest>> {
  const [words] = writes.flatMap(({ events }) =>
    events.flatMap(({ data }) => ('signature' in data ? [data.signature] : [])),
  );
  const known = await ownPasskeys(context);
  if (!words || known.length === 0) return refuse('passkey_wrong');
  const { passkeys } = context.ports.identity;
  return ok(await passkeys.askToSign(ofViewer(context), signedWords(words, context.now), known, context.now));
}

/** Checks a passkey's answer (JSON of the browser), beside email and password that were checked at `checkedAt`. */
export async function checkPasskey(
  context: SignedInContext,
  answer: string,
  checkedAt: Instant,
): Promise<Result<CheckedSigner>> {
  const { passkeys } = context.ports.identity;
  const checked = await passkeys.signed(ofViewer(context), answer, await ownPasskeys(context), context.now);
  if (!checked.ok) return checked;
  const { authenticator, assertion: passkey, words: askedWords } = checked.value;
  return ok({
    credential: { method: 'email, password and passkey', checkedAt, authenticator, passkey },
    askedWords,
  });
}
