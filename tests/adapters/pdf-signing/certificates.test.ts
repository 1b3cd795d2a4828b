import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkCertificates } from '#app/adapters/pdf-signing/check-certificate.ts';
import { createKeySafe } from '#app/adapters/pdf-signing/key-safe.ts';
import { organisation } from '#tests/support/organisation.ts';
import { testServices } from '#tests/support/services.ts';
import { freshDatabase } from '#tests/support/database.ts';

const safeOf = ({ services }: Awaited<ReturnType<typeof organisation>>) => createKeySafe(services.config.secretKey);

const certificates = async (org: Awaited<ReturnType<typeof organisation>>) =>
  (await org.services.certificates.of(org.world.org, 'Northmere Diagnostics', org.services.now())).chain.map(
    (der) => new X509Certificate(der),
  );

describe('the certificate of an organisation', () => {
  it('is issued once by the installation’s authority, for signatures only', async () => {
    const db = await freshDatabase();
    const [ours, theirs] = [await organisation({ db }), await organisation({ db })];
    const [own, authority] = await certificates(ours);
    expect((await certificates(ours)).map(({ fingerprint256 }) => fingerprint256)).toEqual([
      own?.fingerprint256,
      authority?.fingerprint256,
    ]);
    expect(own?.verify(authority!.publicKey)).toBe(true);
    expect([own?.ca, authority?.ca]).toEqual([false, true]);
    const [other, sameAuthority] = await certificates(theirs);
    expect(other?.fingerprint256).not.toBe(own?.fingerprint256);
    expect(sameAuthority?.fingerprint256).toBe(authority?.fingerprint256);
    await db.close();
  });

  it('is renewed when SECRET_KEY no longer decrypts its key, and a month before it expires', async () => {
    const db = await freshDatabase();
    const org = await organisation({ db });
    const [first] = await certificates(org);
    const changed = await testServices({
      db,
      environment: { SECRET_KEY: 'another secret of forty characters, or so' },
    });
    const certificate = await changed.certificates.of(org.world.org, 'Northmere Diagnostics', org.services.now());
    expect(new X509Certificate(certificate.chain[0]!).fingerprint256).not.toBe(first?.fingerprint256);
    const soon = new Date(Date.parse(first!.validTo) - 29 * 86_400_000).toISOString();
    const renewed = await org.services.certificates.of(org.world.org, 'Northmere Diagnostics', soon);
    expect(Date.parse(new X509Certificate(renewed.chain[0]!).validTo)).toBeGreaterThan(Date.parse(first!.validTo));
    const rows = await org.services.database.read(org.world.org, (trx) =>
      trx.selectFrom('app.seal_certificate').select(['fingerprint', 'private_key']).execute(),
    );
    expect(rows.length).toBe(3);
    for (const row of rows) expect(row.private_key.includes('PRIVATE')).toBe(false);
    await db.close();
  });
});

describe('a certificate that the database owner changed', () => {
  it('is reported by verify and replaced by a new one [P11-10a3]', async () => {
    const db = await freshDatabase();
    const [org, other] = [await organisation({ db }), await organisation({ db })];
    const [own] = await certificates(org);
    const [foreign] = await certificates(other);
    const check = () => checkCertificates(db.owner, org.world.org, safeOf(org));
    expect(await check()).toEqual([]);
    const set = (column: string, der: Buffer) =>
      db.owner.query(`update app.seal_certificate set ${column} = $2 where org_id = $1`, [org.world.org, der]);
    await set('certificate', foreign!.raw);
    expect(await check()).toEqual([
      expect.stringMatching(/^the certificate [0-9a-f]{64} of .* was changed: its SHA-256 is /),
    ]);
    const [made] = await certificates(org);
    expect([own?.fingerprint256, foreign?.fingerprint256]).not.toContain(made?.fingerprint256);
    await db.owner.query('delete from app.seal_certificate where org_id = $1 and certificate = $2', [
      org.world.org,
      foreign!.raw,
    ]);
    expect(await check()).toEqual([]);
    await set('issuer', foreign!.raw);
    expect(await check()).toEqual([expect.stringMatching(/was not issued by the issuer stored with it$/)]);
    expect((await certificates(org))[0]?.fingerprint256).not.toBe(made?.fingerprint256);
    await db.close();
  });
});

describe('an encrypted key or an expiry date that the database owner changed', () => {
  it('is reported by verify, unless SECRET_KEY has changed too [P11-10a3]', async () => {
    const db = await freshDatabase();
    const org = await organisation({ db });
    await certificates(org);
    const check = (safe = safeOf(org)) => checkCertificates(db.owner, org.world.org, safe);
    const bent = async (table: string, change: string, back: string, safe = safeOf(org)) => {
      const set = (to: string) => db.owner.query(`update app.${table} set ${to}`);
      await set(change);
      const found = await check(safe);
      await set(back);
      return found;
    };
    const flip = 'private_key = set_byte(private_key, 40, get_byte(private_key, 40) # 1)';
    expect(await check()).toEqual([]);
    expect(await bent('seal_certificate', flip, flip)).toEqual([
      expect.stringMatching(
        /^the encrypted key of the certificate [0-9a-f]{64} of .* was changed: SECRET_KEY decrypts/,
      ),
    ]);
    expect(await bent('certificate_authority', flip, flip)).toEqual([
      expect.stringMatching(/^the encrypted key of the installation's authority that issued .* was changed/),
    ]);
    const day = (sign: string) => `expires_at = expires_at ${sign} interval '1 day'`;
    expect(await bent('seal_certificate', day('+'), day('-'))).toEqual([
      expect.stringMatching(/is valid until \d{4}-.*, not until the stored \d{4}-/),
    ]);
    const other = createKeySafe(Buffer.alloc(32, 3));
    expect(await check(other)).toEqual([]);
    await db.owner.query('delete from app.certificate_authority');
    expect(await check()).toEqual([expect.stringMatching(/^the installation's authority that issued .* is missing$/)]);
    await db.close();
  });
});

describe('a private key in the database', () => {
  const key = Buffer.from('a private key');
  const safe = createKeySafe(Buffer.alloc(32, 1));

  it('is decrypted only unchanged, with the same secret and for the same certificate', () => {
    const locked = safe.lock(key, 'aa');
    expect(safe.open(locked, 'aa')).toEqual(key);
    expect(locked.includes(key)).toBe(false);
    expect(safe.open(locked, 'bb')).toBeNull();
    expect(createKeySafe(Buffer.alloc(32, 2)).open(locked, 'aa')).toBeNull();
    locked.writeUInt8(locked.readUInt8(30) ^ 1, 30);
    expect(safe.open(locked, 'aa')).toBeNull();
  });
});
