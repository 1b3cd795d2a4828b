import { generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '#app/documents/commands/open-file.ts';
import { evidencePack } from '#app/audit/evidence/pack/make.ts';
import { checkpointAt } from '#app/audit/queries/proof.ts';
import { verifyFiles } from '#app/audit/evidence/verify/verify-files.ts';
import type { Contents } from '#app/audit/evidence/verify/contents.ts';
import { parseKey } from '#app/audit/evidence/verify/note.ts';
import { getEvidenceSubject } from '#app/audit/queries/evidence-subject.ts';
import { verifierKey } from '#events/ledger/note.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';
import {
  given,
  judged,
  makePack,
  makeSignedPdf,
  prepareVerifier,
  sealOf,
  sha256,
  stepsOf,
  tampered,
} from '#tests/support/evidence-pack.ts';
import { sealedLast, signaturesOf, withoutSeal } from '#tests/support/files/pdfsig.ts';

let setup: Setup;
let folder: string;
let pack: Buffer;
let files: Record<string, Uint8Array>;
const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8');
const document = () => setup.ours.documents.effective;
const org = () => setup.ours.world.org;
const anotherKey = verifierKey('imprimatur/another', generateKeyPairSync('ed25519').publicKey);

beforeAll(async () => {
  [setup, folder] = await Promise.all([
    openSetup(),
    mkdtemp(path.join(os.tmpdir(), 'imprimatur-pack-')),
    prepareVerifier(),
  ]);
  await makeSignedPdf(setup, document());
  await setup.services.checkpoints.sign(org());
  const { admin, world } = setup.ours;
  await world.act(admin, openFile, { document: document(), version: '1.0', kind: 'working', purpose: 'manage' });
  pack = await makePack(setup, admin, { kind: 'document', uid: document() });
  files = unzipSync(pack);
  await writeFile(path.join(folder, 'pack.zip'), pack);
  spawnSync('unzip', ['-q', 'pack.zip', '-d', 'unpacked'], { cwd: folder });
});
afterAll(async () => {
  await setup.close();
  await rm(folder, { recursive: true, force: true });
});

const verifier = (...words: string[]) =>
  spawnSync(process.execPath, [path.resolve('build/verify.mjs'), ...words], { cwd: folder, encoding: 'utf8' });

describe('[P11-10b1] the evidence pack of a document', () => {
  it('holds exactly the events that name it, with the bytes and leaves of the database', async () => {
    const { rows } = await setup.db.owner.query<{ position: string; canonical: string; leaf: Buffer }>(
      `select position, canonical, leaf from ledger.event where org_id = $1 and strpos(canonical, $2) > 0
       and position <= $3 order by position`,
      [org(), document(), (JSON.parse(text('pack.json')) as Contents).checkpoint.size],
    );
    const names = Object.keys(files).filter((name) => name.endsWith('.json') && name.startsWith('events/'));
    expect(names).toEqual(rows.map(({ position }) => `events/${position.padStart(12, '0')}.json`));
    for (const { position, canonical, leaf } of rows) {
      const bytes = files[`events/${position.padStart(12, '0')}.json`]!;
      expect(Buffer.from(bytes).toString('utf8')).toBe(canonical);
      expect(sha256(Buffer.concat([Buffer.of(0), bytes]))).toBe(leaf.toString('hex'));
    }
  });

  it('holds every PDF that the events record, byte for byte', async () => {
    const { rows } = await setup.db.owner.query<{ sha256: string }>(
      `select distinct f ->> 'sha256' as sha256 from ledger.event e,
         lateral jsonb_path_query(canonical::jsonb, 'strict $.** ? (exists (@.mediaType))') f
       where org_id = $1 and stream = $2 and f ->> 'mediaType' = 'application/pdf' order by 1`,
      [org(), `document-${document()}`],
    );
    const packed = Object.keys(files).filter((name) => name.startsWith('files/'));
    expect(packed.map((name) => sha256(files[name]!)).sort()).toEqual(rows.map((row) => row.sha256));
    expect(packed.length).toBeGreaterThan(0);
  });

  it('has the same bytes at the same checkpoint for every requester, also after later events', async () => {
    const { size } = (JSON.parse(text('pack.json')) as Contents).checkpoint;
    await setup.ours.world.act(setup.ours.admin, openFile, {
      document: document(),
      version: '1.0',
      kind: 'working',
      purpose: 'manage',
    });
    const again = await makePack(setup, setup.ours.author, { kind: 'document', uid: document(), size: String(size) });
    const [one, other] = [files, unzipSync(again)].map((packed) =>
      Object.entries(packed)
        // The seal of the index is made anew each time, and the sums with it.
        .filter(([name]) => !name.startsWith('SHA256SUMS'))
        .map(([name, bytes]) => [name, sha256(Buffer.from(withoutSeal(Buffer.from(bytes)), 'latin1'))]),
    );
    expect(other).toEqual(one);
  });

  it('has its index on paper sealed last, over the whole file', async () => {
    expect(await signaturesOf(files['index.pdf']!)).toEqual(sealedLast);
  });

  it('is accepted by verify.mjs as a zip and as a folder, also by its own copy', () => {
    expect(verifier('pack.zip')).toMatchObject({ status: 0, stderr: '' });
    expect(verifier('unpacked').stdout).toContain(
      'All of this evidence pack holds: SOP - QA - 007 Batch Record Review',
    );
    const own = spawnSync(process.execPath, ['verify.mjs', '.'], {
      cwd: path.join(folder, 'unpacked'),
      encoding: 'utf8',
    });
    expect(own).toMatchObject({ status: 0 });
    expect(own.stdout).toMatch(/Hana Kobayashi read and understood version 1\.0/);
  });

  it('holds the signing certificate, and the verdict names the signer and the time', async () => {
    const signed = Object.keys(files).find((name) => /-signed-[0-9a-f]{8}\.pdf$/.test(name))!;
    const name = Object.keys(files).find((one) => one.startsWith('keys/seal-'))!;
    const [own, authority] = text(name)
      .split(/(?<=-----END CERTIFICATE-----\n)/)
      .map((pem) => new X509Certificate(pem));
    expect(own!.verify(authority!.publicKey)).toBe(true);
    const { proven } = await judged('pack.zip', pack);
    const fingerprint = own!.fingerprint256.replaceAll(':', '').toLowerCase();
    expect(proven.find((line) => line.startsWith(signed))).toMatch(
      new RegExp(`Sealed by Northmere Diagnostics .* UTC: not a byte .* Certificate ${fingerprint}`),
    );
    const alone = await judged('signed.pdf', files[signed]!);
    expect(alone).toMatchObject({ outcome: 'holds', heading: 'The seal of this PDF holds' });
    const changed = Buffer.from(files[signed]!);
    changed.writeUInt8(changed.readUInt8(100) ^ 1, 100);
    expect(await judged('signed.pdf', changed)).toMatchObject({ outcome: 'refused' });
  });

  it('is verified against the key that the reader was given', () => {
    const own = text('keys/log.vkey').trim();
    expect(verifier('--key', own, 'pack.zip').status).toBe(0);
    expect(verifier('--key', anotherKey, 'pack.zip')).toMatchObject({ status: 1, stderr: '' });
    expect(verifier('--key', 'no key', 'pack.zip').status).toBe(2);
  });

  it('is verified against the certificate that the reader has: its fingerprint, its file or its issuer’s', async () => {
    const name = Object.keys(files).find((one) => one.startsWith('keys/seal-'))!;
    const [own, authority] = text(name).split(/(?<=-----END CERTIFICATE-----\n)/);
    const fingerprint = new X509Certificate(own!).fingerprint256;
    await writeFile(path.join(folder, 'authority.der'), new X509Certificate(authority!).raw);
    for (const certificate of [fingerprint, `unpacked/${name}`, 'authority.der']) {
      const { status, stdout } = verifier('--certificate', certificate, 'pack.zip', 'unpacked');
      expect(status).toBe(0);
      expect(stdout.match(/It is sealed with the certificate that you gave\./g)).toHaveLength(2);
      expect(stdout).toMatch(/index\.pdf: Sealed by Northmere Diagnostics/);
      expect(stdout).toContain(`${sha256(files['index.html']!)} of index.html`);
    }
    const another = verifier('--certificate', '0'.repeat(64), 'pack.zip');
    expect(another).toMatchObject({ status: 1, stderr: '' });
    expect(another.stdout).toContain('It is NOT sealed with the certificate that you gave.');
    expect(verifier('--certificate', 'no certificate', 'pack.zip').status).toBe(2);
  });

  it('proves that earlier states of the log are its beginning', async () => {
    expect((JSON.parse(text('pack.json')) as Contents).earlierCheckpoints.length).toBeGreaterThan(0);
    expect((await judged('pack.zip', pack)).proven.join(' ')).toContain('is the beginning of this one');
  });

  it('holds with the current key after a key change when the former key is configured', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const { config } = setup.services;
    const today = { ...config, signingKey: privateKey, verifyingKey: publicKey };
    const { size } = (JSON.parse(text('pack.json')) as Contents).checkpoint;
    const checkpointWith = (formerKeys: readonly KeyObject[]) =>
      checkpointAt({ ...setup.services, config: { ...today, formerKeys } }, org(), String(size));
    expect(await checkpointWith([])).toMatchObject({ sound: false });
    const checkpoint = await checkpointWith([config.verifyingKey]);
    expect(checkpoint).toMatchObject({ sound: true });
    const wanted = { kind: 'document', uid: document(), size: String(size) } as const;
    const subject = accepted(await setup.ask(setup.ours.admin, getEvidenceSubject, wanted), 'evidence');
    const order = {
      org: org(),
      subject,
      checkpoint: checkpoint!,
      seal: await sealOf(setup.services, org()),
      program: new Uint8Array(1),
    };
    const made = evidencePack({ ...setup.services, config: { ...today, formerKeys: [] } }, order);
    const bytes = await buffer(Readable.from(made, { objectMode: false }));
    const [verdict] = await verifyFiles([given('pack.zip', bytes)], [parseKey(verifierKey('imprimatur', publicKey))!]);
    expect(verdict).toMatchObject({ outcome: 'holds' });
  });

  it('can be verified with public tools by the steps of its README', () => {
    const readme = text('README.txt');
    const steps = (from: string, to: string) => stepsOf(readme, from, to, path.join(folder, 'unpacked'));
    const lines = steps('2. WITH sha256sum', '3. WITH GO');
    expect(lines.filter((line) => line === 'Signature Verified Successfully')).toHaveLength(2);
    expect(lines[1]).toBe(lines[2]);
    expect(readme).toContain(lines.at(-1)!.split(' ')[0]);
    const [reached, root] = steps('4. BY HAND', 'The event names the SHA-256');
    expect(reached).toBe(root);
    expect(root).toBe(text('checkpoint').split('\n')[2]);
    const pdfs = steps('5. THE PDFs', 'WHAT IT PROVES').join('\n');
    expect(pdfs).toContain('Signature is Valid');
    expect(pdfs).toMatch(/subject=.*Northmere Diagnostics/);
    expect(pdfs).toMatch(/-signed-\w+\.pdf begins with files\/\S+-original-/);
    // A later version of which the same PDF was signed has no original of its own.
    const shared = path.join(folder, 'shared');
    spawnSync('cp', ['-r', 'unpacked', 'shared'], { cwd: folder });
    const signed = Object.keys(files).find((name) => /-signed-[0-9a-f]{8}\.pdf$/.test(name))!;
    spawnSync('cp', [signed, signed.replace('-v1.0-', '-v2.0-')], { cwd: shared });
    const both = stepsOf(readme, '5. THE PDFs', 'WHAT IT PROVES', shared).join('\n');
    expect(both).toMatch(/-v2\.0-signed-\w+\.pdf begins with files\/\S+-v1\.0-original-/);
  });

  it('proves an event by a proof given with it, and names what is missing', async () => {
    const names = Object.keys(files).filter((name) => name.startsWith('events/'));
    const [event, proof, , otherProof] = names.map((name) => given(name, files[name]!));
    const keys = [parseKey(text('keys/log.vkey').trim())!];
    const outcomes = async (...brought: (typeof event)[]) =>
      (
        await verifyFiles(
          brought.map((one) => one!),
          keys,
        )
      ).map(({ outcome }) => outcome);
    expect(await outcomes(event, proof)).toEqual(['holds', 'holds']);
    expect(await outcomes(event)).toEqual(['unproven']);
    expect(await outcomes(event, otherProof)).toEqual(['unproven', 'refused']);
    expect(await judged('empty.pdf', new Uint8Array(0))).toMatchObject({
      heading: expect.stringContaining('is empty'),
    });
  });

  it('says whether a PDF given with it is the recorded one', async () => {
    const name = Object.keys(files).find((one) => one.startsWith('files/'))!;
    const changed = Buffer.concat([files[name]!, Buffer.from(' ')]);
    const verdicts = await verifyFiles(
      [given('pack.zip', pack), given('mine.pdf', files[name]!), given('other.pdf', changed)],
      [],
    );
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(['holds', 'holds', 'unproven']);
    expect(verdicts[1]!.signatures.map(({ printedName }) => printedName)).toContain('Hana Kobayashi');
  });
});

describe('a pack that was changed and packed again', () => {
  it('is refused when any file was changed', async () => {
    for (const name of Object.keys(files).filter((one) => !one.startsWith('SHA256SUMS'))) {
      const changed = await tampered(files, (copy) => {
        const bytes = Buffer.from(copy[name]!);
        bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
        copy[name] = bytes;
      });
      expect((await judged(name, changed)).outcome, name).toBe('refused');
    }
  });

  it('is refused when a file was removed, added or renamed', async () => {
    const [event, proof] = Object.keys(files).filter((name) => name.startsWith('events/'));
    const without = await tampered(files, (copy) => {
      delete copy[event!];
      delete copy[proof!];
    });
    const more = await tampered(files, (copy) => (copy['verify.txt'] = Buffer.from('x')));
    for (const changed of [without, more])
      expect((await judged('pack.zip', changed)).heading).toContain('SHA256SUMS.note is not the signature of the key');
  });

  it('has an untrusted key when somebody else signed it', async () => {
    const [verdict] = await verifyFiles([given('pack.zip', pack)], [parseKey(anotherKey)!]);
    expect(verdict!.key!.trusted).toBe(false);
  });
});
