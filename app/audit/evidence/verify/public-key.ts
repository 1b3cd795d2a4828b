import type { Certificate } from './certificate.ts';
import { expected, openAll, readValue, tags } from './der.ts';
import { unshared } from './encoding.ts';

const curves: Record<string, { namedCurve: string; length: number }> = {
  '1.2.840.10045.3.1.7': { namedCurve: 'P-256', length: 32 },
  '1.3.132.0.34': { namedCurve: 'P-384', length: 48 },
  '1.3.132.0.35': { namedCurve: 'P-521', length: 66 },
};
const rsaKey = '1.2.840.113549.1.1.1';

/** The hash of a signature's algorithm; a plain RSA one leaves it to the content's. */
const hashes: Record<string, 'SHA-256' | 'SHA-384' | 'SHA-512'> = {
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
  '1.2.840.10045.4.3.4': 'SHA-512',
  '1.2.840.113549.1.1.11': 'SHA-256',
  '1.2.840.113549.1.1.12': 'SHA-384',
  '1.2.840.113549.1.1.13': 'SHA-512',
};

/** A signature over bytes. `hash`: the content's own, which plain RSA takes. */
export interface Signed {
  signed: Uint8Array;
  algorithm: string;
  signature: Uint8Array;
  hash?: string;
}

/**
 * Whether the certificate's key made the signature. Null when this cannot be checked: the algorithm is unknown, or the
 * browser has no WebCrypto (a page on plain HTTP).
 */
export async function isMadeBy(
  { publicKey, keyKind }: Certificate,
  { signed, algorithm, signature, hash: contentHash }: Signed,
): Promise<boolean | null> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle;
  const hash =
    hashes[algorithm] ?? (algorithm === rsaKey && contentHash ? contentHash.replace('sha', 'SHA-') : undefined);
  const curve = curves[keyKind];
  if (!subtle || !hash || (!curve && keyKind !== rsaKey)) return null;
  try {
    const kind = curve ? { name: 'ECDSA', ...curve, hash } : { name: 'RSASSA-PKCS1-v1_5', hash };
    const key = await subtle.importKey('spki', unshared(publicKey), kind, false, ['verify']);
    const plain = curve ? pairOf(signature, curve.length) : unshared(signature);
    return await subtle.verify(kind, key, plain, unshared(signed));
  } catch {
    return false;
  }
}

/** The two numbers of an elliptic curve's signature side by side, as WebCrypto takes them. */
export function pairOf(der: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const pair = new Uint8Array(2 * length);
  openAll(readValue(der), tags.sequence, 2).forEach((value, index) => {
    const { content } = expected(value, tags.integer);
    const number = content[0] === 0 ? content.subarray(1) : content;
    pair.set(number, (index + 1) * length - number.length);
  });
  return pair;
}
