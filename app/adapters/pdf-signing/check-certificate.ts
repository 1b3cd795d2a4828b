import { X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import { instantOf, type Instant } from '#events/time.ts';
import type { KeySafe } from '#app/adapters/pdf-signing/key-safe.ts';
import { fingerprintOf } from '#app/adapters/pdf-signing/configured-certificate.ts';

/** Whether the issuer's key signed the certificate (both DER). False when either cannot be read. */
export function isIssuedBy(certificate: Buffer, issuer: Buffer): boolean {
  try {
    return new X509Certificate(certificate).verify(new X509Certificate(issuer).publicKey);
  } catch {
    return false;
  }
}

interface CertificateRow {
  fingerprint: string;
  certificate: Buffer;
  issuer: Buffer;
  private_key: Buffer;
  expires_at: Instant;
  /** The issuer's encrypted key; null when the installation's authority with that certificate is gone. */
  issuer_key: Buffer | null;
}

/**
 * The faults of an organisation's stored certificates and their encrypted keys, one sentence each. `pool` is the
 * owner's. Signatures in PDFs are not checked here: a PDF holds its certificate, and its bytes are compared with the
 * ledger.
 */
export async function checkCertificates(pool: Pool, org: string, safe: KeySafe): Promise<string[]> {
  const { rows } = await pool.query<CertificateRow>(
    `select s.fingerprint, coalesce(s.certificate, '') as certificate, coalesce(s.issuer, '') as issuer,
            coalesce(s.private_key, '') as private_key, s.expires_at, a.private_key as issuer_key
     from app.seal_certificate s left join app.certificate_authority a on a.certificate = s.issuer
     where s.org_id = $1 order by s.created_at, s.fingerprint`,
    [org],
  );
  return rows.flatMap((row) => {
    const name = `the certificate ${row.fingerprint} of the organisation`;
    const found = fingerprintOf(row.certificate);
    if (found !== row.fingerprint) return [`${name} was changed: its SHA-256 is ${found}`];
    if (!isIssuedBy(row.certificate, row.issuer)) return [`${name} was not issued by the issuer stored with it`];
    const until = instantOf(new X509Certificate(row.certificate).validTo);
    const expiry =
      until === row.expires_at ? [] : [`${name} is valid until ${until}, not until the stored ${row.expires_at}`];
    return [...expiry, ...keyFaults(row, name, safe)];
  });
}

/**
 * One SECRET_KEY encrypts a certificate's key and its issuer's key. If it has changed since, neither can be decrypted;
 * if only one can be decrypted, the other was altered.
 */
function keyFaults(
  { fingerprint, private_key, issuer, issuer_key }: CertificateRow,
  name: string,
  safe: KeySafe,
): string[] {
  if (issuer_key === null) return [`the installation's authority that issued ${name} is missing`];
  const opens = safe.open(private_key, fingerprint) !== null;
  if (opens === (safe.open(issuer_key, fingerprintOf(issuer)) !== null)) return [];
  return opens
    ? [
        `the encrypted key of the installation's authority that issued ${name} was changed: ` +
          `SECRET_KEY decrypts only the certificate's key`,
      ]
    : [`the encrypted key of ${name} was changed: SECRET_KEY decrypts only its issuer's key`];
}
