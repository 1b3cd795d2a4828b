import { execFile } from 'node:child_process';
import { randomUUID, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import forge from 'node-forge';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeControlledCopy } from '#app/adapters/pdf/controlled-copy.ts';
import { makeSignedPdf, type SignedPdfRequest } from '#app/adapters/pdf/signed-pdf.ts';
import { readPkcs12, UnfitPkcs12 } from '#app/adapters/pdf-signing/pkcs12.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';
import type { OrganisationStorage } from '#app/adapters/storage/port.ts';
import { readPdfSignatures } from '#app/audit/evidence/verify/pdf-signatures.ts';
import { inMemory } from '#tests/support/evidence-pack.ts';
import { facts, ownCertificate } from '#tests/support/files/signed-pdf-facts.ts';
import { pdfWithStreams, pdfWithTable } from '#tests/support/files/samples.ts';
import { pdfs } from '#tests/support/files/pdfs.ts';

const run = promisify(execFile);
const now = '2026-11-21T12:00:00.000Z';

const keys = forge.pki.rsa.generateKeyPair(2048);

/** A PKCS#12 file with an RSA key, as other software writes it. */
function pkcs12(passphrase: string, { algorithm = 'aes256', until = '2036-01-01', ca = false } = {}): Buffer {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.serialNumber = '0a11';
  certificate.validity.notBefore = new Date('2020-01-01');
  certificate.validity.notAfter = new Date(until);
  certificate.setSubject([{ name: 'commonName', value: 'Northmere Quality' }]);
  certificate.setIssuer([{ name: 'commonName', value: 'Northmere Quality' }]);
  certificate.setExtensions([{ name: 'basicConstraints', cA: ca }]);
  certificate.sign(keys.privateKey, forge.md.sha256.create());
  const file = forge.pkcs12.toPkcs12Asn1(keys.privateKey, certificate, passphrase, { algorithm: algorithm as '3des' });
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'latin1');
}

describe('the certification signature of a signed PDF', () => {
  const org = randomUUID();
  let folder: string;
  let files: OrganisationStorage;
  let own: SignedPdfRequest['certification'];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imprimatur-seal-'));
    files = createLocalStorage(folder, createSignedUrls('http://localhost', 'a secret')).within(org);
    own = await ownCertificate('Łódź Diagnostics “QA”');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function sealed(pdf: Buffer, certification = own): Promise<Buffer> {
    const key = objectKey(org, randomUUID(), randomUUID(), 'original');
    const stored = await files.put(key, Readable.from([pdf]), { maxBytes: pdf.length });
    if (!stored.ok) throw new Error(stored.failure.code);
    const original = { objectKey: key, name: 'a.pdf', mediaType: 'application/pdf', pages: 1, ...stored.value };
    const uid = randomUUID();
    const made = await makeSignedPdf(
      { storage: files, pdfs },
      { org, document: randomUUID(), uid, original, facts: facts(), certification },
    );
    if (!made.ok) throw new Error(made.failure.detail);
    const opened = await files.open(made.value.objectKey);
    if (!opened.ok) throw new Error(opened.failure.code);
    return buffer(opened.value);
  }

  const saved = async (bytes: Buffer): Promise<string> => {
    const file = join(folder, `${randomUUID()}.pdf`);
    await writeFile(file, bytes);
    return file;
  };

  /** Poppler's verdict on each signature, oldest first; empty when it cannot read the file. */
  async function judged(bytes: Buffer) {
    // pdfsig ends with an error code where a signature is not valid.
    const file = await saved(bytes);
    const { stdout } = await run('pdfsig', ['-nocert', file]).catch((error: unknown) => error as { stdout: string });
    const verdicts = stdout
      .split(/^Signature #\d+:$/m)
      .slice(1)
      .map((one) => ({
        valid: one.includes('Signature Validation: Signature is Valid.'),
        whole: one.includes('Total document signed'),
        type: /Signature Type: (\S+)/.exec(one)?.[1],
        signer: /Signer Certificate Common Name: (.*)/.exec(one)?.[1],
      }));
    // Our verifier agrees with Poppler where Poppler finds the signatures.
    const ours = await readPdfSignatures(inMemory(bytes));
    if (verdicts.length > 0)
      expect(
        ours.map(({ outcome, covers, chain }) => [outcome === 'holds', covers === bytes.length, chain[0]?.name]),
      ).toEqual(verdicts.map(({ valid, whole, signer }) => [valid, whole, signer]));
    return verdicts;
  }

  const form = async (): Promise<Buffer> => {
    const document = await PDFDocument.create();
    const page = document.addPage();
    document.getForm().createTextField('lot').addToPage(page);
    return Buffer.from(await document.save());
  };

  it.each([
    ['an index table', () => pdfWithTable(2)],
    ['an index stream', () => pdfWithStreams(2)],
    ['a form', form],
  ])('is valid in pdfsig and covers the whole of a PDF with %s', async (_name, original) => {
    const bytes = await sealed(await original());
    expect(await judged(bytes)).toEqual([
      { valid: true, whole: true, type: 'ETSI.CAdES.detached', signer: 'Łódź Diagnostics “QA”' },
    ]);
    const { stdout } = await run('qpdf', ['--check', await saved(bytes)]);
    expect(stdout).toContain('No syntax or stream encoding errors found');
  });

  it('is taken away from a controlled copy, which is signed last over all of it', async () => {
    const second = await sealed(await pdfWithStreams(1));
    const key = objectKey(org, randomUUID(), randomUUID(), 'signed');
    const stored = await files.put(key, Readable.from([second]), { maxBytes: second.length });
    if (!stored.ok) throw new Error(stored.failure.code);
    const marks = { name: 'SOP - QA - 017, version 2.1', status: 'Effective', taken: 'Taken by Hana', warning: null };
    const copy = await makeControlledCopy(
      { storage: files, pdfs },
      { objectKey: key, name: 'signed.pdf', sha256: stored.value.sha256 },
      { isOwn: true, organisation: 'Northmere', marks, certification: await ownCertificate('Northmere') },
    );
    if (!copy.ok) throw new Error(copy.failure.code);
    const bytes = await buffer(copy.value.body);
    const { stdout } = await run('pdfsig', ['-nocert', await saved(bytes)]);
    expect(stdout.match(/^Signature #/gm)).toHaveLength(1);
    for (const words of ['Common Name: Northmere', 'Signature is Valid.', 'Total document signed'])
      expect(stdout).toContain(words);
    // The earlier one holds for the bytes that it was made over, which are still there.
    expect(await readPdfSignatures(inMemory(bytes))).toMatchObject([
      { outcome: 'holds', covers: second.length },
      { outcome: 'holds', covers: bytes.length, chain: [{ name: 'Northmere' }, {}] },
    ]);
  });

  it('is invalid in pdfsig after any change of the bytes it covers', async () => {
    const bytes = await sealed(await pdfWithTable(1));
    const hole = bytes.lastIndexOf('/Contents <');
    const end = bytes.indexOf('>', hole + 11);
    const places = Array.from({ length: 24 }, (_, n) => Math.floor(((n + 0.5) * bytes.length) / 24));
    const covered = places.filter((at) => at < hole || at > end);
    expect(covered.length).toBeGreaterThan(15);
    for (const at of covered) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      const [verdict] = await judged(changed);
      expect(verdict?.valid ?? false, `byte ${at} of ${bytes.length}`).toBe(false);
    }
  });

  it('is read by the verifier with its certificate, issuer and time, and rejected after any change', async () => {
    const bytes = await sealed(await pdfWithTable(1));
    const [seal] = await readPdfSignatures(inMemory(bytes));
    expect(seal).toMatchObject({ outcome: 'holds', covers: bytes.length, signedAt: '2026-02-19T16:20:45.000Z' });
    expect(seal!.chain[0]!.fingerprint).toBe(own.certificate.fingerprint);
    expect(seal!.chain).toHaveLength(own.certificate.chain.length);
    const hole = bytes.lastIndexOf('/Contents <');
    const end = bytes.indexOf('>', hole);
    const places = Array.from({ length: 60 }, (_, n) => Math.floor(((n + 0.5) * bytes.length) / 60));
    // Every fifth digit of the signature and of its zero padding, each with another bit flipped.
    for (let at = hole; at <= end; at += 5) places.push(at);
    const accepted: number[] = [];
    for (const [n, at] of places.entries()) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (n % 4)), at);
      const found = await readPdfSignatures(inMemory(changed));
      const same = changed.toString('latin1').toLowerCase() === bytes.toString('latin1').toLowerCase();
      if (!same && found.some(({ outcome }) => outcome === 'holds')) accepted.push(at);
    }
    expect(accepted).toEqual([]);
  });

  it.each(['aes256', '3des'])('uses the certificate of a PKCS#12 file (%s)', async (algorithm) => {
    const certificate = readPkcs12(pkcs12('a passphrase', { algorithm }), 'a passphrase', now);
    expect(await judged(await sealed(await pdfWithTable(1), { certificate, at: now }))).toMatchObject([
      { valid: true, whole: true, signer: 'Northmere Quality' },
    ]);
    expect(new X509Certificate(certificate.chain[0]!).fingerprint256.replaceAll(':', '').toLowerCase()).toBe(
      certificate.fingerprint,
    );
  });

  it.each([
    [
      'does not open',
      () => readPkcs12(pkcs12('a'), 'b', now),
      'is not a PKCS#12 file that SEAL_PKCS12_PASSPHRASE opens.',
    ],
    [
      'has another format',
      () => readPkcs12(Buffer.from('no'), '', now),
      'is not a PKCS#12 file that SEAL_PKCS12_PASSPHRASE opens.',
    ],
    [
      'has expired',
      () => readPkcs12(pkcs12('', { until: '2026-11-20' }), '', now),
      'holds a certificate that has expired.',
    ],
    [
      'holds an authority’s certificate',
      () => readPkcs12(pkcs12('', { ca: true }), '', now),
      'holds the certificate of an authority, which must not sign documents.',
    ],
  ])('rejects a PKCS#12 file that %s', (_name, read, sentence) => {
    expect(read).toThrow(new UnfitPkcs12(sentence));
  });

  it('names its certificate as CAdES requires and has no signing-time attribute', async () => {
    const bytes = await sealed(await pdfWithTable(1));
    const at = bytes.lastIndexOf('/Contents <') + 11;
    const der = Buffer.from(bytes.subarray(at, bytes.indexOf('>', at)).toString('latin1'), 'hex');
    const oid = (text: string) => Buffer.from(forge.asn1.oidToDer(text).getBytes(), 'latin1');
    expect(der.includes(oid('1.2.840.113549.1.9.16.2.47'))).toBe(true);
    expect(der.includes(oid('1.2.840.113549.1.9.5'))).toBe(false);
    expect(der.includes(Buffer.from(own.certificate.fingerprint, 'hex'))).toBe(true);
    expect(bytes.toString('latin1')).toContain('/M (D:20260219162045Z)');
  });
});
