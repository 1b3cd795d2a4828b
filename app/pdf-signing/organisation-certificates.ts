import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#app/database/database.ts';
import type { Database as Tables } from '#app/database/schema.ts';
import type { Issued } from '#app/pdf-signing/issue-certificate.ts';
import { isIssuedBy } from '#app/pdf-signing/check-certificate.ts';
import type { KeySafe } from '#app/pdf-signing/key-safe.ts';
import { fingerprintOf, privateKeyFrom, sealerOf, type Sealer } from '#app/pdf-signing/configured-certificate.ts';

/** What signed PDFs are sealed with. */
export interface Seals {
  /**
   * The organisation's certificate with its key: the configured one, else its own, which is made at the first call and again a month before
   * it expires. `organisation` is the name that a new one bears. `now`: ISO 8601 in UTC.
   */
  of(org: string, organisation: string, now: string): Promise<Sealer>;
}

interface SealsOptions {
  database: Database;
  safe: KeySafe;
  /** From PKCS#12; null: each organisation has its own certificate, issued by the installation's authority. */
  configured: Sealer | null;
  log: Logger;
}

const renewBefore = 30 * 86_400_000;
/** Loaded where a certificate is made, which is once in ten years. */
const issuing = () => import('#app/pdf-signing/issue-certificate.ts');

export function createSeals({ database, safe, configured, log }: SealsOptions): Seals {
  /**
   * The newest row whose key SECRET_KEY opens. A key that it does not open is left: what it sealed stays verifiable. A key was locked for
   * its certificate's very bytes, so one that was put in its place is never sealed with, nor handed to anybody to trust.
   */
  function newest<R extends { fingerprint: string; certificate: Buffer; private_key: Buffer }>(rows: R[]) {
    for (const row of rows) {
      const privateKey = safe.open(row.private_key, fingerprintOf(row.certificate));
      if (privateKey) return { row, privateKey };
      log.warn(
        { fingerprint: row.fingerprint },
        'SECRET_KEY does not open the key of a certificate, or that was changed: another is used',
      );
    }
    return null;
  }

  async function authority(now: string): Promise<Pick<Issued, 'certificate' | 'privateKey'>> {
    const { kysely } = database;
    const rows = await kysely
      .selectFrom('app.certificate_authority')
      .selectAll()
      .orderBy('created_at', 'desc')
      .execute();
    const found = newest(rows);
    if (found) return { certificate: found.row.certificate, privateKey: found.privateKey };
    const { issueAuthority } = await issuing();
    const made = await issueAuthority(now);
    await kysely.insertInto('app.certificate_authority').values(rowOf(made, now)).execute();
    return made;
  }

  const rowOf = ({ certificate, privateKey }: Issued, now: string) => {
    const fingerprint = fingerprintOf(certificate);
    return { fingerprint, certificate, private_key: safe.lock(privateKey, fingerprint), created_at: now };
  };

  async function own(trx: Kysely<Tables>, now: string): Promise<Sealer | null> {
    const rows = await trx.selectFrom('app.seal_certificate').selectAll().orderBy('created_at', 'desc').execute();
    const found = newest(
      rows.filter(
        (row) => Date.parse(row.expires_at) - renewBefore > Date.parse(now) && isIssuedBy(row.certificate, row.issuer),
      ),
    );
    return found && sealerOf(privateKeyFrom(found.privateKey), [found.row.certificate, found.row.issuer]);
  }

  return {
    async of(org, organisation, now) {
      if (configured) return configured;
      const kept = await database.tenant(org, (trx) => own(trx, now));
      if (kept) return kept;
      const issuer = await authority(now);
      const { issueSeal } = await issuing();
      const made = await issueSeal(organisation, issuer, now);
      return database.tenant(org, async (trx) => {
        const row = { org_id: org, issuer: issuer.certificate, expires_at: made.expiresAt, ...rowOf(made, now) };
        await trx.insertInto('app.seal_certificate').values(row).execute();
        return sealerOf(privateKeyFrom(made.privateKey), [made.certificate, issuer.certificate]);
      });
    },
  };
}
