import { sha256 } from '@noble/hashes/sha2.js';
import { isMadeByKey } from './cose-key.ts';
import { fromBase64, joined, sameBytes, textOf, utf8 } from '../encoding.ts';

/** What a passkey answered when it was asked to sign (WebAuthn, section 6.3.3); each in base64url. */
export interface Assertion {
  authenticatorData: string;
  clientDataJSON: string;
  signature: string;
}

/** The flags of authenticator data: a person was there, and was recognised by PIN, finger or face. */
const present = 0x01;
const recognised = 0x04;

/**
 * Whether the passkey with this public key (COSE, in base64url) signed the SHA-256 of these words, with the person
 * recognised, on a page of its own address. Null when this cannot be checked here.
 */
export async function isSignedWithPasskey(
  { authenticatorData, clientDataJSON, signature }: Assertion,
  publicKey: string,
  words: string,
): Promise<boolean | null> {
  const [data, client, made, key] = [authenticatorData, clientDataJSON, signature, publicKey].map(fromBase64url);
  if (!data || !client || !made || !key || data.length < 37) return false;
  const flags = data[32]!;
  if ((flags & present) === 0 || (flags & recognised) === 0) return false;
  const page = readClientData(textOf(client) ?? '');
  if (page?.type !== 'webauthn.get' || page.crossOrigin === true) return false;
  const challenge = fromBase64url(String(page.challenge));
  if (!challenge || !sameBytes(challenge, sha256(utf8(words)))) return false;
  const host = hostOf(page.origin);
  if (host === null || !sameBytes(data.subarray(0, 32), sha256(utf8(host)))) return false;
  return isMadeByKey(key, made, joined(data, sha256(client)));
}

/** Decodes base64url without padding (RFC 4648 section 5); null when it is invalid or not the canonical encoding. */
function fromBase64url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  const padded = text.replaceAll('-', '+').replaceAll('_', '/') + '='.repeat((4 - (text.length % 4)) % 4);
  return fromBase64(padded);
}

interface ClientData {
  type?: unknown;
  challenge?: unknown;
  origin?: unknown;
  crossOrigin?: unknown;
}

function readClientData(text: string): ClientData | null {
  try {
    return JSON.parse(text) as ClientData | null;
  } catch {
    return null;
  }
}

const hostOf = (origin: unknown): string | null =>
  typeof origin === 'string' && URL.canParse(origin) ? new URL(origin).hostname : null;
