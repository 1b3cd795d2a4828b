import { readCertificate } from './certificate.ts';
import { isNotDer } from './der.ts';
import { fromBase64 } from './encoding.ts';
import type { Known } from './found.ts';

const pem = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/;

/**
 * The fingerprint of a certificate that a text names: by its SHA-256 in hexadecimal, with or without colons and spaces,
 * or by the first certificate in PEM. Null where it is none.
 */
export function certificateNamed(text: string): string | null {
  const hex = text.replace(/[:\s]/g, '').toLowerCase();
  if (/^[0-9a-f]{64}$/.test(hex)) return hex;
  const [, base64] = pem.exec(text) ?? [];
  const der = base64 ? fromBase64(base64.replace(/\s/g, '')) : null;
  return der && fingerprintOfDer(der);
}

/**
 * What a reader knows who names a certificate: that one alone. Without a name `known`; null where the name is of none.
 */
export function knownWith(name: string, known: Known): { known: Known } | null {
  if (!name.trim()) return { known };
  const certificate = certificateNamed(name);
  return certificate ? { known: [certificate] } : null;
}

/** Null where the bytes are no certificate. */
export function fingerprintOfDer(der: Uint8Array): string | null {
  try {
    return readCertificate(der).fingerprint;
  } catch (thrown) {
    if (isNotDer(thrown)) return null;
    throw thrown;
  }
}
