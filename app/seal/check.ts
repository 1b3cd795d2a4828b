import { X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import { fingerprintOf } from '#app/seal/sealer.ts';

/** Whether a certificate (DER) bears a signature of the other's key. False where either cannot be read. */
export function isIssuedBy(certificate: Buffer, issuer: Buffer): boolean {
  try {
    return new X509Certificate(certificate).verify(new X509Certificate(issuer).publicKey);
  } catch {
    return false;
  }
}

/**
 * What is wrong with the certificates of an organisation's seal as they are kept, a sentence each. `pool` is the owner's. Whether a PDF's
 * own seal holds is another matter: its certificate is in it, and its bytes are compared with the ledger.
 */
export async function checkSeals(pool: Pool, org: string): Promise<string[]> {
  const { rows } = await pool.query<{ fingerprint: string; certificate: Buffer; issuer: Buffer }>(
    'select fingerprint, certificate, issuer from app.seal_certificate where org_id = $1 order by created_at, fingerprint',
    [org],
  );
  return rows.flatMap(({ fingerprint, certificate, issuer }) => {
    const name = `the certificate ${fingerprint} of the organisation's seal`;
    const found = fingerprintOf(certificate);
    if (found !== fingerprint) return [`${name} has other bytes than it was made with: SHA-256 ${found}`];
    return isIssuedBy(certificate, issuer) ? [] : [`${name} was not issued by the one that is kept beside it`];
  });
}
