import type { Instant } from '#events/time.ts';

/** A signature without its time and how the signer was checked: the words that a passkey signs. */
export interface SignatureWords<Meaning extends string = string> {
  signer: string;
  printedName: string;
  signedName: string;
  role: string;
  meaning: Meaning;
  reason: string;
  document: string;
  version: string;
  sha256: string;
  /** SHA-256 of the comparison that the form showed; null where it showed none. */
  comparison: string | null;
  /** Only where a deputy signs for an absent person. */
  onBehalfOf?: { user: string; name: string } | null;
}

/**
 * The words of a signature as canonical JSON (RFC 8785). The SHA-256 of its UTF-8 is the challenge that a passkey
 * signs. `askedAt`: when the server asked the passkey.
 */
export const signedWords = (words: SignatureWords, askedAt: Instant): string =>
  JSON.stringify({
    askedAt,
    comparison: words.comparison,
    document: words.document,
    format: 'imprimatur/signature@1',
    meaning: words.meaning,
    ...(words.onBehalfOf && { onBehalfOf: { name: words.onBehalfOf.name, user: words.onBehalfOf.user } }),
    printedName: words.printedName,
    reason: words.reason,
    role: words.role,
    sha256: words.sha256,
    signedName: words.signedName,
    signer: words.signer,
    version: words.version,
  });
