import { readFileSync, statSync } from 'node:fs';
import { certificateNamed, fingerprintOfDer } from '#app/audit/evidence/verify/certificate-named.ts';

/**
 * The fingerprint of a certificate that the reader names: by the fingerprint itself, or by a file in PEM or DER. Null
 * where it is none.
 */
export function certificateGiven(name: string): string | null {
  const named = certificateNamed(name);
  if (named) return named;
  if (!statSync(name, { throwIfNoEntry: false })?.isFile()) return null;
  const bytes = readFileSync(name);
  return certificateNamed(bytes.toString('latin1')) ?? fingerprintOfDer(bytes);
}
