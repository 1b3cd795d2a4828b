import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificateNamed, knownWith } from '#app/audit/evidence/verify/certificate-named.ts';
import { verifyFiles } from '#app/audit/evidence/verify/verify-files.ts';
import { installationKeys } from '#app/audit/evidence/verifier.ts';
import { parseKey } from '#app/audit/evidence/verify/note.ts';
import type { Contents } from '#app/audit/evidence/verify/contents.ts';
import { signNote } from '#events/ledger/note.ts';
import { statementOf } from '#app/audit/evidence/verify/contents.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';
import { stampOf } from '#app/audit/screens/verify/verdicts.tsx';
import { foreignSignedPdf } from './foreign-signature.ts';
import { given, makePack, makeSignedPdf, prepareVerifier, sha256, tampered } from '#tests/support/evidence-pack.ts';

let setup: Setup;
let pack: Buffer;
let files: Record<string, Uint8Array>;
beforeAll(async () => {
  [setup] = await Promise.all([openSetup(), prepareVerifier()]);
  await makeSignedPdf(setup, setup.ours.documents.effective);
  pack = await makePack(setup, setup.ours.admin, { kind: 'document', uid: setup.ours.documents.effective });
  files = unzipSync(pack);
});
afterAll(() => setup.close());

/** What the page `/verify` of this installation says. */
const onThePage = (...brought: ReturnType<typeof given>[]) => naming('', ...brought);
/** The same to a reader who names a certificate. */
const naming = async (certificate: string, ...brought: ReturnType<typeof given>[]) => {
  const keys = installationKeys(setup.services.config).map((vkey) => parseKey(vkey)!);
  return verifyFiles(brought, keys, knownWith(certificate, await setup.services.certificates.known())!.known);
};

/** The pack, changed and signed anew by somebody who holds the key: an insider. */
const resigned = (change: (copy: Record<string, Uint8Array>) => void) =>
  tampered(files, (copy) => {
    change(copy);
    const names = Object.keys(copy).filter((name) => !name.startsWith('SHA256SUMS'));
    const sums = names.map((name) => `${sha256(copy[name]!)}  ${name}\n`).join('');
    const { checkpoint } = contentsOf(copy);
    const statement = statementOf(sha256(sums), checkpoint.root);
    copy['SHA256SUMS.note'] = Buffer.from(signNote(statement, checkpoint.origin, setup.services.config.signingKey));
  });
const contentsOf = (copy: Record<string, Uint8Array>) =>
  JSON.parse(Buffer.from(copy['pack.json']!).toString()) as Contents;

describe('/verify on a seal', () => {
  it('of this installation says that it holds', async () => {
    const signed = Object.keys(files).find((name) => /-signed-[0-9a-f]{8}\.pdf$/.test(name))!;
    const [verdict] = await onThePage(given('signed.pdf', files[signed]!));
    expect(verdict).toMatchObject({ outcome: 'holds', heading: 'The seal of this PDF holds' });
    const [whole] = await onThePage(given('pack.zip', pack));
    expect(whole!.proven.join(' ')).toContain('Sealed by Northmere Diagnostics');
  });

  it('of another certificate names what it claims, and is never green', async () => {
    const foreign = await foreignSignedPdf('Northmere Diagnostics');
    const [verdict] = await onThePage(given('mine.pdf', foreign));
    expect(verdict).toMatchObject({
      outcome: 'unproven',
      heading: 'Sealed by a certificate that claims Northmere Diagnostics; not known here',
    });
    expect(stampOf(verdict!)).toMatchObject({ label: 'Nothing proven', status: 'APPROVED' });
    expect(verdict!.proven).toEqual([]);
  });

  it('of another certificate than the named one is never green; of that one it is, by fingerprint or PEM', async () => {
    const signed = Object.keys(files).find((name) => /-signed-[0-9a-f]{8}\.pdf$/.test(name))!;
    const brought = [given('signed.pdf', files[signed]!), given('pack.zip', pack)];
    for (const verdict of await naming('ab:'.repeat(31) + 'AB', brought[0]!))
      expect(stampOf(verdict)).toMatchObject({ label: 'Nothing proven', status: 'APPROVED' });
    const [other] = await naming('0'.repeat(64), brought[1]!);
    expect([other!.sealed, stampOf(other!)]).toMatchObject([false, { label: 'No known seal', status: 'APPROVED' }]);
    const pem = Buffer.from(files[Object.keys(files).find((name) => name.startsWith('keys/seal-'))!]!).toString();
    for (const name of [pem, certificateNamed(pem)!.toUpperCase()])
      expect((await naming(name, ...brought)).map((verdict) => stampOf(verdict).label)).toEqual([
        'It holds',
        'It holds',
      ]);
    expect(knownWith('0'.repeat(63), null)).toBeNull();
  });

  it('of an authority that the owner of the database put beside the own one is not known', async () => {
    const before = await setup.services.certificates.known();
    await setup.db.owner.query(
      `insert into app.certificate_authority (fingerprint, certificate, private_key, created_at)
       select repeat('a', 64), certificate || '\\x00', private_key, now() from app.certificate_authority limit 1`,
    );
    expect(await setup.services.certificates.known()).toEqual(before);
  });

  it('does not call a PDF recorded because a pack of another key records it', async () => {
    const signed = Object.keys(files).find((name) => name.startsWith('files/'))!;
    const other = parseKey('imprimatur+00000000+' + 'A'.repeat(44));
    const [, pdf] = await verifyFiles(
      [given('pack.zip', pack), given('one.pdf', files[signed]!)],
      [other ?? { name: 'another', bytes: new Uint8Array(32), vkey: 'another' }],
      [],
    );
    expect(pdf!.outcome).toBe('unproven');
  });
});

describe('a pack that somebody with the key signed anew', () => {
  it('with other words for reading: they are named as not proven', async () => {
    const changed = await resigned((copy) => {
      copy['index.html'] = Buffer.from('<p>Hana Kobayashi approved everything.</p>');
    });
    const [verdict] = await onThePage(given('pack.zip', changed));
    expect(verdict!.outcome).toBe('holds');
    expect(verdict!.notProven.join(' ')).toContain('What is written for reading (index.html, index.pdf, README.txt');
  });

  it.each([
    ['another subject', (one: Contents) => (one.subject.uid = setup.ours.documents.draft)],
    ['another file size', (one: Contents) => (one.files[0]!.size += 1)],
    ['fewer events', (one: Contents) => (one.events.count -= 1)],
    ['a file as missing', (one: Contents) => one.missing.push({ name: 'x', sha256: '0'.repeat(64) })],
  ])('with %s in pack.json: it is refused', async (_what, change) => {
    const changed = await resigned((copy) => {
      const contents = contentsOf(copy);
      change(contents);
      copy['pack.json'] = Buffer.from(JSON.stringify(contents));
    });
    const [verdict] = await onThePage(given('pack.zip', changed));
    expect(verdict!.outcome).toBe('refused');
    expect(verdict!.heading).toContain('pack.json');
  });
});
