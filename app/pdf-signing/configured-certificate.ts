import { createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';

/** A certificate with its private key: what a PDF is sealed with. */
export interface Sealer {
  /** DER of the certificate itself, then of those above it as far as they are known. */
  readonly chain: readonly Buffer[];
  /** SHA-256 of the certificate, lower-case hex. */
  readonly fingerprint: string;
  readonly algorithm: 'rsa' | 'ec';
  /** A signature over the SHA-256 of `data`: PKCS #1 v1.5 for RSA, `ECDSA-Sig-Value` in DER for elliptic curves. */
  sign(data: Buffer): Buffer;
}

export const fingerprintOf = (der: Buffer): string => createHash('sha256').update(der).digest('hex');

/** Puts a key and its certificates together; throws where the key is neither RSA nor on an elliptic curve. */
export function sealerOf(key: KeyObject, chain: readonly [Buffer, ...Buffer[]]): Sealer {
  const algorithm = key.asymmetricKeyType;
  if (algorithm !== 'rsa' && algorithm !== 'ec') throw new Error('A seal needs an RSA or an EC key');
  return { chain, fingerprint: fingerprintOf(chain[0]), algorithm, sign: (data) => sign('sha256', data, key) };
}

export const privateKeyFrom = (pkcs8: Buffer): KeyObject =>
  createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
