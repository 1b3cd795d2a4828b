import { createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';

/** A certificate with its private key, which certifies PDFs. */
export interface SigningCertificate {
  /** DER of the certificate itself, then of its issuers as far as they are known. */
  readonly chain: readonly Buffer[];
  /** SHA-256 of the certificate, lower-case hex. */
  readonly fingerprint: string;
  readonly algorithm: 'rsa' | 'ec';
  /** A signature over the SHA-256 of `data`: PKCS #1 v1.5 for RSA, `ECDSA-Sig-Value` in DER for elliptic curves. */
  sign(data: Buffer): Buffer;
}

export const fingerprintOf = (der: Buffer): string => createHash('sha256').update(der).digest('hex');

/** Combines a key and its certificate chain. Throws when the key is neither RSA nor EC. */
export function signingCertificateOf(key: KeyObject, chain: readonly [Buffer, ...Buffer[]]): SigningCertificate {
  const algorithm = key.asymmetricKeyType;
  if (algorithm !== 'rsa' && algorithm !== 'ec') throw new Error('A signing certificate needs an RSA or an EC key');
  return { chain, fingerprint: fingerprintOf(chain[0]), algorithm, sign: (data) => sign('sha256', data, key) };
}

export const privateKeyFrom = (pkcs8: Buffer): KeyObject =>
  createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
