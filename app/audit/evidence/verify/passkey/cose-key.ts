import { toBase64, unshared } from '../encoding.ts';
import { isSignedBy } from '../ed25519.ts';
import { pairOf } from '../public-key.ts';

/** The members of a COSE key (RFC 9052, 9053, 8230) that are used. */
const labels = { kind: 1, algorithm: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 } as const;
const algorithms = { ed25519: -8, es256: -7, rs256: -257 } as const;

type Members = ReadonlyMap<number, number | Uint8Array>;

/**
 * Whether a key in COSE made this signature over these bytes. Null when this cannot be checked: the algorithm is
 * unknown, or the browser has no WebCrypto (a page on plain HTTP).
 */
export async function isMadeByKey(
  cose: Uint8Array,
  signature: Uint8Array,
  signed: Uint8Array,
): Promise<boolean | null> {
  const key = readMembers(cose);
  if (!key) return false;
  const algorithm = key.get(labels.algorithm);
  const bytes = (label: number): Uint8Array => {
    const value = key.get(label);
    return value instanceof Uint8Array ? value : new Uint8Array();
  };
  const url = (label: number): string => base64url(bytes(label));
  if (algorithm === algorithms.ed25519) return isSignedBy(bytes(labels.x), signature, signed);
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle;
  if (!subtle) return null;
  try {
    if (algorithm === algorithms.es256) {
      const jwk = { kty: 'EC', crv: 'P-256', x: url(labels.x), y: url(labels.y) };
      const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
      const imported = await subtle.importKey('jwk', jwk, ecdsa, false, ['verify']);
      return await subtle.verify(ecdsa, imported, pairOf(signature, 32), unshared(signed));
    }
    if (algorithm === algorithms.rs256) {
      const jwk = { kty: 'RSA', n: url(labels.modulus), e: url(labels.exponent) };
      const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
      const imported = await subtle.importKey('jwk', jwk, rsa, false, ['verify']);
      return await subtle.verify(rsa, imported, unshared(signature), unshared(signed));
    }
    return null;
  } catch {
    return false;
  }
}

const base64url = (bytes: Uint8Array): string =>
  toBase64(bytes).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_', '=': '' })[sign] ?? '');

/** A map of CBOR (RFC 8949) from whole numbers to whole numbers and bytes, as a COSE key is; null when it is none. */
function readMembers(bytes: Uint8Array): Members | null {
  let at = 0;
  const head = (): { major: number; value: number } | null => {
    const first = bytes[at++] ?? 0xff;
    const more = first & 31;
    if (more < 24) return { major: first >> 5, value: more };
    const length = { 24: 1, 25: 2 }[more];
    if (length === undefined || at + length > bytes.length) return null;
    const value = bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);
    at += length;
    return { major: first >> 5, value };
  };
  const value = (): number | Uint8Array | null => {
    const found = head();
    if (found?.major === 0) return found.value;
    if (found?.major === 1) return -1 - found.value;
    if (found?.major !== 2 || at + found.value > bytes.length) return null;
    return bytes.subarray(at, (at += found.value));
  };
  const map = head();
  if (map?.major !== 5) return null;
  const members = new Map<number, number | Uint8Array>();
  for (let left = map.value; left > 0; left--) {
    const [label, member] = [value(), value()];
    if (typeof label !== 'number' || member === null || members.has(label)) return null;
    members.set(label, member);
  }
  return at === bytes.length ? members : null;
}
