import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeControlledCopy } from '#app/adapters/pdf/controlled-copy.ts';
import { layOut } from '#app/adapters/pdf/copy-layout.ts';
import { Bands } from '#app/adapters/pdf/header-footer.ts';
import { openPdf } from '#app/adapters/pdf/inspect.ts';
import { pageFrames } from '#app/adapters/pdf/page-geometry.ts';
import { makeSignedPdf } from '#app/adapters/pdf/signed-pdf.ts';
import { PdfUpdate } from '#app/adapters/pdf/update.ts';
import { bytesAccess } from '#app/adapters/storage/random-access.ts';
import { facts, ownCertificate } from '#tests/support/files/signed-pdf-facts.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';
import type { OrganisationStorage } from '#app/adapters/storage/port.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';
import { drawn, samples } from '#tests/adapters/pdf/copy-samples.ts';
import { pdfWithTable } from '#tests/support/files/samples.ts';
import { pdfs } from '#tests/support/files/pdfs.ts';
import { sealedLast, signaturesOf } from '#tests/support/files/pdfsig.ts';

const run = promisify(execFile);
const certification = await ownCertificate();
const organisation = 'Northmere Diagnostics';
const words = {
  name: 'SOP - QA - 017, version 2.1',
  status: 'Superseded 04 Mar 2026',
  taken: 'Controlled copy taken by 山田 太郎 Łukasz Дмитрий, 21 Nov 2026 15:04:05 UTC. Uncontrolled when printed.',
  warning: { words: 'SUPERSEDED: do not work from this copy. Version 3.0 is in force.', tone: 'stop' as const },
};

describe('a controlled copy', () => {
  const org = randomUUID();
  let folder: string;
  let files: OrganisationStorage;
  let pdfium: PDFiumLibrary;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imprimatur-copies-'));
    files = createLocalStorage(folder, createSignedUrls('http://localhost', 'a secret')).within(org);
    pdfium = await PDFiumLibrary.init();
  });
  afterAll(async () => {
    pdfium.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  async function stored(pdf: Buffer) {
    const key = objectKey(org, randomUUID(), randomUUID(), 'original');
    const put = await files.put(key, Readable.from([pdf]), { maxBytes: pdf.length });
    if (!put.ok) throw new Error(put.failure.code);
    return { objectKey: key, name: 'original.pdf', mediaType: 'application/pdf', ...put.value };
  }

  async function copyOf(pdf: Buffer, isOwn = false) {
    const options = { isOwn, organisation, marks: words, certification };
    const made = await makeControlledCopy({ storage: files, pdfs }, await stored(pdf), options);
    if (!made.ok) throw new Error(made.failure.code);
    const bytes = await buffer(made.value.body);
    return { ...made.value, bytes };
  }

  async function signedOf(pdf: Buffer, pages: number) {
    const original = { ...(await stored(pdf)), pages };
    const request = { org, document: randomUUID(), uid: randomUUID(), original, facts: facts(), certification };
    const made = await makeSignedPdf({ storage: files, pdfs }, request);
    if (!made.ok) throw new Error(made.failure.detail ?? made.failure.code);
    const opened = await files.open(made.value.objectKey);
    if (!opened.ok) throw new Error(opened.failure.code);
    return { file: made.value, bytes: await buffer(opened.value) };
  }

  async function saved(bytes: Buffer): Promise<string> {
    const file = join(folder, `${randomUUID()}.pdf`);
    await writeFile(file, bytes);
    return file;
  }

  /** Sizes, boxes and rotations of the pages, by poppler. */
  async function sizes(bytes: Buffer): Promise<string[]> {
    const { stdout } = await run('pdfinfo', ['-box', '-l', '1000', await saved(bytes)]);
    return stdout.split('\n').filter((line) => /^Page +\d+ (size|rot|MediaBox|CropBox):/.test(line));
  }

  async function check(bytes: Buffer): Promise<string> {
    const { stdout } = await run('qpdf', ['--check', await saved(bytes)]);
    return stdout;
  }

  /** The text of page 1, by the reader that minds damage least. */
  async function textOf(bytes: Buffer): Promise<string> {
    const document = await pdfium.loadDocument(bytes);
    const text = document.getPage(0).getText();
    document.destroy();
    return text.replace(/\s+/g, ' ');
  }

  /** A page as it is shown, so many pixels a unit. */
  async function picture(document: PDFiumDocument, page: number, scale: number) {
    const { data, width, height } = await document
      .getPage(page)
      .render({ scale, renderFormFields: true, render: async ({ data: pixels }) => pixels });
    return { data: Buffer.from(data), width, height };
  }

  /** How each page of a copy is laid out. */
  async function layouts(original: Buffer) {
    const opened = await openPdf(bytesAccess(original));
    if (!opened.ok) throw new Error(opened.failure.code);
    const bands = await Bands.open(words);
    const found = [];
    for await (const frame of pageFrames(new PdfUpdate(opened.value))) found.push(layOut(frame, bands));
    return found;
  }

  test.each(Object.keys(samples))(
    'of a PDF with %s: every page says what it is, and nothing is covered',
    async (name) => {
      const original = await samples[name]!();
      const { bytes, size, sha256, marked } = await copyOf(original);
      expect([marked, size]).toEqual(['every_page', bytes.length]);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      expect(bytes.subarray(0, original.length).equals(original)).toBe(true);
      expect(await check(bytes)).toContain('No syntax or stream encoding errors found');

      const plain = (text: string) => text.replaceAll(/\s/g, '');
      const { pages } = await readPdf(bytes);
      for (const page of pages) {
        for (const text of [words.name, words.status, words.taken, words.warning.words])
          expect(plain(page)).toContain(plain(text));
      }
      expect(await signaturesOf(bytes)).toEqual(sealedLast);
      expect(await sizes(bytes)).toEqual(await sizes(original));
      const [before, after] = [await pdfium.loadDocument(original), await pdfium.loadDocument(bytes)];
      for (const [index, { wide, high, above, below, shrink }] of (await layouts(original)).entries()) {
        expect(shrink.scale).toBeGreaterThan(0.6);
        const zoom = 1200 / Math.max(wide, high);
        const page = await picture(after, index, zoom);
        const was = await picture(before, index, zoom * shrink.scale);
        // What was shown is shown as it was, smaller, between the two bands. An edge may fall between two pixels.
        const [left, top] = [(wide * (1 - shrink.scale) * zoom) / 2, above * zoom].map(Math.round) as [number, number];
        let differing = 0;
        let looked = 0;
        for (let y = 2; y < was.height - 2; y++)
          for (let x = 2; x < was.width - 2; x++) {
            const [a, b] = [(y * was.width + x) * 4, ((y + top) * page.width + x + left) * 4];
            looked++;
            if ([0, 1, 2].some((channel) => Math.abs(was.data[a + channel]! - page.data[b + channel]!) > 40))
              differing++;
          }
        expect(differing / looked, `page ${index + 1}`).toBeLessThan(0.02);
        // The bands are there whole, at the very edges: above the warning's ground, below white.
        const colour = (x: number, y: number) => [...page.data.subarray((y * page.width + x) * 4).subarray(0, 3)];
        // On a strip they are thinner than the edges that two readers round differently.
        if (Math.min(above, below) * zoom < 3) continue;
        for (const x of [2, page.width >> 1, page.width - 3])
          expect([colour(x, 1), colour(x, page.height - 2)]).toEqual([
            [160, 34, 28],
            [255, 255, 255],
          ]);
      }
      before.destroy();
      after.destroy();
    },
  );

  test.each(['an index table', 'an index stream', 'turned pages', 'a form to fill in'])(
    'of the signed PDF of one with %s is sealed last, and has the pages of both',
    async (name) => {
      const original = await samples[name]!();
      const { length } = await layouts(original);
      const { bytes: signed } = await signedOf(original, length);
      expect(await signaturesOf(signed)).toEqual(sealedLast);
      const { bytes, marked } = await copyOf(signed, true);
      expect(marked).toBe('every_page');
      expect(await signaturesOf(bytes)).toEqual(sealedLast);
      expect(await sizes(bytes)).toEqual(await sizes(signed));
      expect(await check(bytes)).toContain('No syntax or stream encoding errors found');
      const { pages } = await readPdf(bytes);
      expect(pages.at(-1)).toContain('Signature manifest');
    },
  );

  test('of a PDF with signatures of others is a sealed sheet that carries it unchanged', async () => {
    const { bytes: theirs } = await signedOf(await pdfWithTable(2), 2);
    const carried = async (bytes: Buffer): Promise<Buffer> => {
      const out = join(folder, `${randomUUID()}.pdf`);
      await run('pdfdetach', ['-save', '1', '-o', out, await saved(bytes)]);
      return readFile(out);
    };
    const { bytes, marked } = await copyOf(theirs);
    expect(marked).toBe('cover_sheet');
    expect(await signaturesOf(bytes)).toEqual(sealedLast);
    expect((await carried(bytes)).equals(theirs)).toBe(true);
    expect(await signaturesOf(await carried(bytes))).toEqual(sealedLast);
    expect(await check(bytes)).toContain('No syntax or stream encoding errors found');
    expect(await textOf(bytes)).toContain('it is attached to this sheet as it is');

    const { file, bytes: signed } = await signedOf(theirs, 3);
    expect(file).toMatchObject({ isAttached: true, pages: 1 });
    expect(await signaturesOf(signed)).toEqual(sealedLast);
    expect((await carried(signed)).equals(theirs)).toBe(true);
    expect(await textOf(signed)).toContain('Page 1 of 1');
    const copy = await copyOf(signed, true);
    expect(copy.marked).toBe('every_page');
    expect(await signaturesOf(copy.bytes)).toEqual(sealedLast);
    expect((await carried(copy.bytes)).equals(theirs)).toBe(true);
    expect(await check(copy.bytes)).toContain('No syntax or stream encoding errors found');
  });

  test('says at the beginning of what was added which bytes are the original', async () => {
    const original = await pdfWithTable(1);
    const { bytes } = await copyOf(original);
    const fingerprint = createHash('sha256').update(original).digest('hex');
    expect(bytes.subarray(original.length, original.length + 200).toString('latin1')).toContain(
      `% Controlled copy. Its first ${original.length} bytes are the original: SHA-256 ${fingerprint}\n`,
    );
  });

  test('of a PDF with more pages than are marked begins with a sheet that speaks for all', async () => {
    const original = await drawn((document) => {
      for (let page = 0; page < 5001; page++) document.addPage([200, 200]);
    });
    const { bytes, marked } = await copyOf(original);
    expect(marked).toBe('cover_sheet');
    expect(bytes.subarray(0, original.length).equals(original)).toBe(true);
    const document = await PDFDocument.load(bytes);
    const [sheet, page] = [0, 1].map((at) => {
      const { width, height } = document.getPage(at).getSize();
      return [Math.round(width), Math.round(height)];
    });
    expect([sheet, page]).toEqual([
      [595, 842],
      [200, 200],
    ]);
    const text = await textOf(bytes);
    for (const line of [words.name, words.status, words.warning.words]) expect(text).toContain(line);
  });

  test('[P11-10a5] of a file that was changed in storage is not made', async () => {
    const file = await stored(await pdfWithTable(1));
    await writeFile(join(folder, 'objects', ...file.objectKey.split('/')), await pdfWithTable(2));
    expect(
      await makeControlledCopy({ storage: files, pdfs }, file, {
        isOwn: false,
        organisation,
        marks: words,
        certification,
      }),
    ).toMatchObject({
      ok: false,
      failure: { code: 'file_damaged' },
    });
  });
});
