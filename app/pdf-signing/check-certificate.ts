import { X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import type { KeySafe } from '#app/pdf-signing/key-safe.ts';
import { fingerprintOf } from '#app/pdf-signing/configured-certificate.ts';

/** Whether a certificate (DER) bears a signature of the other's key. False where either cannot be read. */
export function isIssuedBy(certificate: Buffer, issuer: Buffer): boolean {
  try {
    return new X509Certificate(certificate).verify(new X509Certificate(issuer).publicKey);
  } catch {
    return false;
  }
}

interface KeptSeal {
  fingerprint: string;
  certificate: Buffer;
  issuer: Buffer;
  private_key: Buffer;
  expires_at: string;
  /** The locked key of the issuer; null: the installation's own authority of that certificate is gone. */
  issuer_key: Buffer | null;
}

/**
 * What is wrong with the certificates of an organisation's seal and their locked keys as they are kept, a sentence each. `pool` is the owner's.
 * Whether a PDF's own seal holds is another matter: its certificate is in it, and its bytes are compared with the ledger.
 */
export async function checkSeals(pool: Pool, org: string, safe: KeySafe): Promise<string[]> {
  const { rows } = await pool.query<KeptSeal>(
    `select s.fingerprint, s.certificate, s.issuer, s.private_key, s.expires_at, a.private_key as issuer_key
     from app.seal_certificate s left join app.certificate_authority a on a.certificate = s.issuer
     where s.org_id = $1 order by s.created_at, s.fingerprint`,
    [org],
  );
  return rows.flatMap((row) => {
    const name = `the certificate ${row.fingerprint} of the organisation's seal`;
    const found = fingerprintOf(row.certificate);
    if (found !== row.fingerprint) return [`${name} has other bytes than it was made with: SHA-256 ${found}`];
    if (!isIssuedBy(row.certificate, row.issuer)) return [`${name} was not issued by the one that is kept beside it`];
    const until = new Date(new X509Certificate(row.certificate).validTo).toISOString();
    const expiry =
      until === row.expires_at ? [] : [`${name} is kept as valid until ${row.expires_at}, and is until ${until}`];
    return [...expiry, ...keyFaults(row, name, safe)];
  });
}

/**
 * A seal's key is locked with the secret that its issuer's key was opened with, so either both can be opened or, where SECRET_KEY is another
 * by now, neither: of one alone that can, the other was changed.
 */
function keyFaults({ fingerprint, private_key, issuer, issuer_key }: KeptSeal, name: string, safe: KeySafe): string[] {
  if (issuer_key === null) return [`the installation's authority that issued ${name} is gone`];
  const opens = safe.open(private_key, fingerprint) !== null;
  if (opens === (safe.open(issuer_key, fingerprintOf(issuer)) !== null)) return [];
  return opens
    ? [
        `the locked key of the installation's authority that issued ${name} was changed: SECRET_KEY opens that of the seal alone`,
      ]
    : [`the locked key of ${name} was changed: SECRET_KEY opens that of its issuer alone`];
}
