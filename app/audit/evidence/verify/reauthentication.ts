import { sha256 } from '@noble/hashes/sha2.js';

/** Milliseconds that a signer may take at the issuer and until it is recorded. */
const validFor = 20 * 60_000;
/** Milliseconds that the issuer's clock and the server's may differ. */
const clockSkew = 5000;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const fault = 'holds a signature with single sign-on whose nonce, words or times do not belong together';

/**
 * Whether the nonce that the issuer signed is the hash of the signature's words, and the signer authenticated since.
 */
export function checkReauthentication(
  words: string,
  signedAt: string,
  { nonce, askedAt, authTime }: Record<string, unknown>,
): 'holds' | { fault: string } {
  const [asked, authenticated] = [Date.parse(String(askedAt)), Date.parse(String(authTime))];
  const waited = Date.parse(signedAt) - asked;
  const inTime = waited >= 0 && waited <= validFor && authenticated >= Math.floor(asked / 1000) * 1000 - clockSkew;
  const own = nonce === base64url(sha256(new TextEncoder().encode(words)));
  return inTime && own ? 'holds' : { fault };
}
