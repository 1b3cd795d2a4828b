import { readFileSync, statSync } from 'node:fs';
import { readCertificate } from '#app/evidence/verify/certificate.ts';
import { isNotDer } from '#app/evidence/verify/der.ts';

/**
 * The fingerprint of a certificate that the reader names: by its SHA-256 in hexadecimal, with or without colons, or by
 * a file in PEM or DER, whose first certificate counts. Null where it is none.
 */
export function certificateNamed(name: string): string | null {
  const hex = name.replaceAll(':', '').toLowerCase();
  if (/^[0-9a-f]{64}$/.test(hex)) return hex;
  if (!statSync(name, { throwIfNoEntry: false })?.isFile()) return null;
  const bytes = readFileSync(name);
  const [, base64] = /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/.exec(bytes.toString('latin1')) ?? [];
  try {
    return readCertificate(base64 ? Buffer.from(base64, 'base64') : bytes).fingerprint;
  } catch (thrown) {
    if (isNotDer(thrown)) return null;
    throw thrown;
  }
}
