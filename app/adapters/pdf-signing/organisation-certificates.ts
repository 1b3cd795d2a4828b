import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { addMs, isAfter, type Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/database.ts';
import type { Database as Tables } from '#app/adapters/database/schema.ts';
import type { Issued } from '#app/adapters/pdf-signing/issue-certificate.ts';
import { isIssuedBy } from '#app/adapters/pdf-signing/check-certificate.ts';
import type { KeySafe } from '#app/adapters/pdf-signing/key-safe.ts';
import {
  fingerprintOf,
  privateKeyFrom,
  signingCertificateOf,
  type SigningCertificate,
} from '#app/adapters/pdf-signing/configured-certificate.ts';

export interface OrganisationCertificates {
  /**
   * The organisation's signing certificate: the configured one, else its own, issued at the first call and renewed a
   * month before it expires. `organisation` is the subject of a new certificate.
   */
  of(org: string, organisation: string, now: Instant): Promise<SigningCertificate>;
  /**
   * SHA-256 of the certificates by which this installation knows its seals: the configured one, and the authorities
   * whose key SECRET_KEY decrypts, so that nobody who may only write to the database adds one.
   */
  known(): Promise<string[]>;
}

interface CertificateOptions {
  database: Database;
  safe: KeySafe;
  /** From SEAL_PKCS12; null: each organisation has its own, issued by the installation's authority. */
  configured: SigningCertificate | null;
  log: Logger;
}

const renewBefore = 30 * 86_400_000;
/** Loaded on demand, since a certificate is issued once in ten years. */
const issuing = () => import('#app/adapters/pdf-signing/issue-certificate.ts');

export function createOrganisationCertificates({
  database,
  safe,
  configured,
  log,
}: CertificateOptions): OrganisationCertificates {
  /**
   * The newest row whose key SECRET_KEY decrypts. Other rows stay, so that PDFs signed with them remain verifiable.
   * A key is encrypted for its certificate's fingerprint, so an exchanged certificate is never used.
   */
  function newest<R extends { fingerprint: string; certificate: Buffer; private_key: Buffer }>(rows: R[]) {
    for (const row of rows) {
      const privateKey = safe.open(row.private_key, fingerprintOf(row.certificate));
      if (privateKey) return { row, privateKey };
      log.warn({ fingerprint: row.fingerprint }, 'certificate.key_not_decrypted');
    }
    return null;
  }

  async function authority(now: Instant): Promise<Pick<Issued, 'certificate' | 'privateKey'>> {
    const found = newest(await authorities());
    if (found) return { certificate: found.row.certificate, privateKey: found.privateKey };
    const { issueAuthority } = await issuing();
    const made = await issueAuthority(now);
    await database.kysely.insertInto('app.certificate_authority').values(rowOf(made, now)).execute();
    return made;
  }

  const authorities = () =>
    database.kysely.selectFrom('app.certificate_authority').selectAll().orderBy('created_at', 'desc').execute();

  const rowOf = ({ certificate, privateKey }: Issued, now: Instant) => {
    const fingerprint = fingerprintOf(certificate);
    return { fingerprint, certificate, private_key: safe.lock(privateKey, fingerprint), created_at: now };
  };

  async function own(trx: Kysely<Tables>, now: Instant): Promise<SigningCertificate | null> {
    const rows = await trx.selectFrom('app.seal_certificate').selectAll().orderBy('created_at', 'desc').execute();
    const found = newest(
      rows.filter(
        (row) => isAfter(addMs(row.expires_at, -renewBefore), now) && isIssuedBy(row.certificate, row.issuer),
      ),
    );
    return found && signingCertificateOf(privateKeyFrom(found.privateKey), [found.row.certificate, found.row.issuer]);
  }

  return {
    async known() {
      const rows = await authorities();
      const issuers = rows.filter((row) => safe.open(row.private_key, fingerprintOf(row.certificate)) !== null);
      return [...(configured ? [configured.chain[0]!] : []), ...issuers.map((row) => row.certificate)].map(
        fingerprintOf,
      );
    },
    async of(org, organisation, now) {
      if (configured) return configured;
      const stored = await database.tenant(org, (trx) => own(trx, now));
      if (stored) return stored;
      const issuer = await authority(now);
      const { issueOrganisationCertificate } = await issuing();
      const made = await issueOrganisationCertificate(organisation, issuer, now);
      return database.tenant(org, async (trx) => {
        const row = { org_id: org, issuer: issuer.certificate, expires_at: made.expiresAt, ...rowOf(made, now) };
        await trx.insertInto('app.seal_certificate').values(row).execute();
        return signingCertificateOf(privateKeyFrom(made.privateKey), [made.certificate, issuer.certificate]);
      });
    },
  };
}
