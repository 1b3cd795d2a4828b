import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { PDFDocument, PDFName, PDFNumber } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPages } from '#app/adapters/pdf/append.ts';
import { openPdf } from '#app/adapters/pdf/inspect.ts';
import { inspectPdf } from '#app/adapters/pdf/intake/intake.ts';
import { makeSignedPdf } from '#app/adapters/pdf/signed-pdf.ts';
import { PdfUpdate } from '#app/adapters/pdf/update.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';
import type { OrganisationStorage } from '#app/adapters/storage/port.ts';
import { bytesAccess } from '#app/adapters/storage/random-access.ts';
import { facts, ownCertificate, signature } from '#tests/support/files/signed-pdf-facts.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';
import { pdfWithStreams, pdfWithTable } from '#tests/support/files/samples.ts';
import { pdfs } from '#tests/support/files/pdfs.ts';

describe('the signed PDF', () => {
  const org = randomUUID();
  const document = randomUUID();
  let folder: string;
  let files: OrganisationStorage;
  let certification: Awaited<ReturnType<typeof ownCertificate>>;

  beforeAll(async () => {
    certification = await ownCertificate();
    folder = await mkdtemp(join(tmpdir(), 'imprimatur-signed-'));
    files = createLocalStorage(folder, createSignedUrls('http://localhost', 'a secret')).within(org);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function sign(pdf: Buffer, pages: number, more: Parameters<typeof facts>[0] = {}, uid: string = randomUUID()) {
    const key = objectKey(org, document, randomUUID(), 'original');
    const stored = await files.put(key, Readable.from([pdf]), { maxBytes: pdf.length });
    if (!stored.ok) throw new Error(stored.failure.code);
    const original = {
      objectKey: key,
      name: 'Batch Record Review v2.1.pdf',
      mediaType: 'application/pdf',
      size: pdf.length,
      sha256: stored.value.sha256,
      pages,
    };
    const made = await makeSignedPdf(
      { storage: files, pdfs },
      { org, document, uid, original, facts: facts(more), certification },
    );
    return { made, original };
  }

  async function signedBytes(pdf: Buffer, pages: number, more: Parameters<typeof facts>[0] = {}): Promise<Buffer> {
    const { made } = await sign(pdf, pages, more);
    if (!made.ok) throw new Error(made.failure.detail);
    const opened = await files.open(made.value.objectKey);
    if (!opened.ok) throw new Error(opened.failure.code);
    return buffer(opened.value);
  }

  const extended = async (): Promise<Buffer> => {
    const first = await pdfWithTable(2);
    const opened = await openPdf(bytesAccess(first));
    if (!opened.ok) throw new Error(opened.failure.detail);
    const update = new PdfUpdate(opened.value);
    await addPages(update, await pdfWithTable(1), 'end');
    return Buffer.concat([first, update.bytes(randomBytes(16))]);
  };
  const rotated = async (): Promise<Buffer> => {
    const pdf = await PDFDocument.load(await pdfWithStreams(2));
    for (const page of pdf.getPages()) page.node.Parent()?.set(PDFName.of('Rotate'), PDFNumber.of(90));
    return Buffer.from(await pdf.save());
  };

  test.each([
    ['with an index table', () => pdfWithTable(2), 2],
    ['with an index stream', () => pdfWithStreams(3), 3],
    ['that was extended before', extended, 3],
  ])('[P11-50b] of an original %s: its pages, then the page of signatures', async (_name, original, pages) => {
    const before = await original();
    const bytes = await signedBytes(before, pages);
    expect(bytes.subarray(0, before.length).equals(before)).toBe(true);
    expect(await inspectPdf(bytesAccess(bytes))).toMatchObject({ ok: true, value: { pages: pages + 1 } });

    const text = await readPdf(bytes);
    expect(text.pages).toHaveLength(pages + 1);
    expect(text.pages[0]).toContain('Procedure, page 1');
    const manifest = text.pages.at(-1);
    for (const shown of [
      'Signature manifest',
      'Batch Record Review',
      'SOP - QA - 017, version 2.1',
      'Northmere Diagnostics',
      'Łukasz Wiśniewski, Author',
      '山田 太郎, Author',
      'I approve this document',
      'Checked against the batch record of the pilot run',
      '16 Feb 2026 10:02:18 UTC',
      '17 Feb 2026 08:41:33 UTC',
      'No. 18,266',
      'Priya Raman gave final approval, effective 04 Mar 2026. No. 18,402',
      `Page ${pages + 1} of ${pages + 1}`,
    ]) {
      expect(manifest).toContain(shown);
    }
    const fingerprint = createHash('sha256').update(before).digest('hex');
    expect(manifest?.replaceAll(' ', '')).toContain(fingerprint);
    // The rosette's rim has it too, as a drawing: as text the fingerprint stands on the page once.
    expect(manifest?.replaceAll(' ', '').toLowerCase().split(fingerprint.slice(0, 8))).toHaveLength(2);
    // Another reader, which follows the objects instead of the index, agrees.
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(pages + 1);
  });

  test('the added page does not inherit what the original turned or cropped', async () => {
    const bytes = await signedBytes(await rotated(), 2);
    const page = (await PDFDocument.load(bytes)).getPage(2);
    expect(page.getRotation().angle).toBe(0);
    expect([Math.round(page.getCropBox().width), Math.round(page.getCropBox().height)]).toEqual([595, 842]);
  });

  test('an original whose index is off is mended first, and its pages are all there', async () => {
    const off = (await pdfWithTable(2)).toString('latin1').replace(/startxref\n\d+/, 'startxref\n7');
    const bytes = await signedBytes(Buffer.from(off, 'latin1'), 2);
    expect((await readPdf(bytes)).pages).toHaveLength(3);
  });

  test('thirty signatures take as many pages as they need, each with its number', async () => {
    const many = Array.from({ length: 30 }, (_, n) => signature(`Signer Number ${n + 1}`));
    const { pages } = await readPdf(await signedBytes(await pdfWithTable(2), 2, { signatures: many, acts: [] }));
    expect(pages.length).toBeGreaterThan(4);
    const all = pages.slice(2).join(' ');
    for (const { printedName } of many) expect(all).toContain(`${printedName}, Author`);
    pages.slice(2).forEach((page, index) => {
      expect(page).toContain(`Page ${index + 3} of ${pages.length}`);
      expect(page).toContain('Signature manifest');
    });
  });

  test('[ISO13485-424e] names of every script keep all characters, and one that no font has is named', async () => {
    const names = ['Δημήτρης Παπαδόπουλος', 'Дмитрий Ёлкин', '王伟', '김민준', 'สมชาย ใจดี', 'Նարեկ', 'დავით'];
    const { all } = await readPdf(
      await signedBytes(await pdfWithTable(1), 1, {
        signatures: [...names, '😀 Smith'].map((name) => signature(name)),
      }),
    );
    const plain = all.replaceAll(' ', '');
    for (const name of names) expect(plain).toContain(name.replaceAll(' ', ''));
    expect(all).toContain('[U+1F600] Smith');
  });

  test('recorded acts are named as such, and stand under no signature', async () => {
    const { all } = await readPdf(
      await signedBytes(await pdfWithTable(1), 1, { signatures: [signature('Ines Okafor')] }),
    );
    expect(all.indexOf('Recorded acts')).toBeGreaterThan(all.indexOf('Electronic signatures'));
    expect(all.match(/Printed name/g)).toHaveLength(1);
  });

  test('[P11-70] an original that changed in storage is not signed', async () => {
    const pdf = await pdfWithTable(1);
    const { original } = await sign(pdf, 1);
    const changed = Buffer.from(pdf);
    changed[100]! ^= 1;
    await writeFile(join(folder, 'objects', ...original.objectKey.split('/')), changed);
    const uid = randomUUID();
    const made = await makeSignedPdf(
      { storage: files, pdfs },
      { org, document, uid, original, facts: facts(), certification },
    );
    expect(made).toMatchObject({ ok: false, failure: { code: 'file_damaged' } });
    expect(await files.stat(objectKey(org, document, uid, 'signed'))).toBeNull();
  });
});

test.each(['sign', 'copy'])(
  '200 MB are not held in memory: %s',
  async (work) => {
    const folder = await mkdtemp(join(tmpdir(), 'imprimatur-large-signed-'));
    const script = join(import.meta.dirname, 'child-large-signed.ts');
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, folder, work]);
    const found = JSON.parse(stdout) as { size: number; grownBy: number };
    expect(found.size).toBeGreaterThan(200 * 1024 * 1024);
    expect(found.grownBy).toBeLessThan(120);
    await rm(folder, { recursive: true });
  },
  120_000,
);
