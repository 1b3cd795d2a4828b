import type { Signature } from '#events/signature.ts';

/** A signature without how the signer was checked: the words that a passkey signs. */
export type SignatureWords = Omit<Signature, 'signedAt' | 'credential'>;

/**
 * The words of a signature as canonical JSON (RFC 8785). The SHA-256 of its UTF-8 is the challenge that a passkey signs.
 * `askedAt`: when the server asked the passkey, ISO 8601 in UTC. `comparison` is for a comparison with the version
 * before, which no signature shows yet.
 */
export const signedWords = (words: SignatureWords, askedAt: string): string =>
  JSON.stringify({
    askedAt,
    comparison: null,
    document: words.document,
    format: 'imprimatur/signature@1',
    meaning: words.meaning,
    printedName: words.printedName,
    reason: words.reason,
    role: words.role,
    sha256: words.sha256,
    signedName: words.signedName,
    signer: words.signer,
    version: words.version,
  });
