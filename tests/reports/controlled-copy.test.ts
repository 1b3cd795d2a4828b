import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { degrees, PDFDocument, PDFName, rgb, type PDFPage } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeControlledCopy } from '#app/pdf/controlled-copy.ts';
import { objectKey } from '#app/storage/key.ts';
import { createSignedUrls } from '#app/signed-url/signed-url.ts';
import { createLocalStorage } from '#app/storage/local.ts';
import type { OrganisationStorage } from '#app/storage/port.ts';
import { readPdf } from '#tests/reports/pdf-text.ts';
import { pdfWithStreams, pdfWithTable } from '#tests/storage/samples.ts';
import { pdfs } from '#tests/support/pdfs.ts';

const run = promisify(execFile);
const words = {
  name: 'SOP - QA - 017, version 2.1',
  status: 'Superseded 04 Mar 2026',
  taken: 'Controlled copy taken by 山田 太郎 Łukasz Дмитрий, 21 Nov 2026 15:04:05 UTC. Uncontrolled when printed.',
  warning: { words: 'SUPERSEDED: do not work from this copy. Version 3.0 is in force.', tone: 'stop' as const },
};

async function drawn(draw: (document: PDFDocument) => void): Promise<Buffer> {
  const document = await PDFDocument.create();
  draw(document);
  return Buffer.from(await document.save());
}

/** A page that is painted to its very edge, dark, with a mark in each corner. */
function paint(page: PDFPage): PDFPage {
  const { width, height } = page.getSize();
  page.drawRectangle({ x: -200, y: -200, width: width + 400, height: height + 400, color: rgb(0.04, 0.05, 0.09) });
  page.drawRectangle({ x: 0, y: 0, width: 30, height: 20, color: rgb(1, 0.8, 0) });
  page.drawRectangle({ x: width - 40, y: height - 25, width: 40, height: 25, color: rgb(0.2, 0.9, 0.9) });
  return page;
}

/** A mark beyond the visible part of a page, which no reader shows. */
function markBeyond(page: PDFPage, rect: number[]): void {
  const { context } = page.doc;
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, right - left, top - bottom] };
  const face = context.register(context.stream('0 1 0 rg 0 0 1000 1000 re f', form));
  const mark = context.obj({ Type: 'Annot', Subtype: 'Square', Rect: rect, F: 4, AP: { N: face } });
  page.node.set(PDFName.of('Annots'), context.obj([context.register(mark)]));
}

const samples: Record<string, () => Promise<Buffer>> = {
  'an index table': () => pdfWithTable(2),
  'an index stream': () => pdfWithStreams(3),
  'turned pages': () =>
    drawn((document) => {
      for (const turn of [90, 180, 270]) paint(document.addPage([595, 842])).setRotation(degrees(turn));
    }),
  'pages of odd sizes': () =>
    drawn((document) => {
      for (const size of [
        [2384, 3370],
        [842, 595],
        [200, 120],
        [80, 500],
      ] as const)
        paint(document.addPage([...size]));
    }),
  'cropped and turned pages': () =>
    drawn((document) => {
      const page = paint(document.addPage([800, 900]));
      page.setCropBox(100, 150, 500, 600);
      page.setRotation(degrees(90));
      paint(document.addPage([800, 900])).setCropBox(10, 20, 300, 200);
    }),
  'a form to fill in': () =>
    drawn((document) => {
      const page = document.addPage([595, 842]);
      const field = document.getForm().createTextField('lot');
      field.setText('Lot 4711');
      field.addToPage(page, { x: 50, y: 700, width: 200, height: 30 });
    }),
  'marks beside what is visible': () =>
    drawn((document) => {
      const page = paint(document.addPage([800, 900]));
      page.setCropBox(100, 150, 500, 600);
      markBeyond(page, [100, 100, 600, 150]);
      const turned = paint(document.addPage([800, 900]));
      turned.setCropBox(100, 150, 500, 600);
      turned.setRotation(degrees(90));
      markBeyond(turned, [60, 150, 100, 700]);
    }),
  'marks that reach beyond the edge': () =>
    drawn((document) => {
      for (const turn of [0, 90, 180, 270]) {
        const page = paint(document.addPage([595, 842]));
        page.setRotation(degrees(turn));
        markBeyond(page, [-50, -60, 645, 900]);
      }
      markBeyond(paint(document.addPage([595, 842])), [0, -60, 595, -1]);
      const cropped = paint(document.addPage([800, 900]));
      cropped.setCropBox(100, 150, 500, 600);
      markBeyond(cropped, [90, 60, 610, 170]);
    }),
  'content that closes more than it opens': async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([595, 842]);
    const content = document.context.stream('Q Q Q 1 0 0 rg -100 -100 900 300 re f -100 700 900 300 re f');
    page.node.set(PDFName.of('Contents'), document.context.register(content));
    return Buffer.from(await document.save());
  },
  'content that is never closed': async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([595, 842]);
    const content = document.context.stream('q 2 0 0 2 100 100 cm q 1 0 0 rg 0 0 50 50 re f');
    page.node.set(PDFName.of('Contents'), document.context.register(content));
    return Buffer.from(await document.save());
  },
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
    return { objectKey: key, sha256: put.value.sha256 };
  }

  async function copyOf(pdf: Buffer) {
    const made = await makeControlledCopy({ storage: files, pdfs }, await stored(pdf), words);
    if (!made.ok) throw new Error(made.failure.code);
    const bytes = await buffer(made.value.body);
    return { ...made.value, bytes };
  }

  async function check(bytes: Buffer): Promise<string> {
    const file = join(folder, `${randomUUID()}.pdf`);
    await writeFile(file, bytes);
    const { stdout } = await run('qpdf', ['--check', file]);
    return stdout;
  }

  /** The text of page 1, by the reader that minds damage least. */
  async function textOf(bytes: Buffer): Promise<string> {
    const document = await pdfium.loadDocument(bytes);
    const text = document.getPage(0).getText();
    document.destroy();
    return text.replace(/\s+/g, ' ');
  }

  /** Every page as it is shown, one pixel a unit. */
  async function pictures(bytes: Buffer) {
    const document = await pdfium.loadDocument(bytes);
    const pages = [];
    for (const page of document.pages()) {
      const { data, width, height } = await page.render({ scale: 1, render: async ({ data: pixels }) => pixels });
      pages.push({ data: Buffer.from(data), width, height });
    }
    document.destroy();
    return pages;
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
      const [before, after] = [await pictures(original), await pictures(bytes)];
      expect(after).toHaveLength(before.length);
      after.forEach((page, index) => {
        const was = before[index]!;
        expect(page.width).toBe(was.width);
        expect(page.height).toBeGreaterThan(was.height + 10);
        // What was shown is shown as it was, between the two bands. An edge may fall between two pixels.
        const row = (picture: typeof was, y: number) =>
          picture.data.subarray(y * was.width * 4, (y + 1) * was.width * 4);
        const differing = (offset: number) => {
          let rows = 0;
          for (let y = 2; y < was.height - 2; y++) if (!row(page, y + offset).equals(row(was, y))) rows++;
          return rows;
        };
        const offsets = Array.from({ length: page.height - was.height + 1 }, (_, offset) => offset);
        expect(Math.min(...offsets.map(differing))).toBeLessThanOrEqual(4);
        // The bands are there whole, at the very edges: above the warning's ground, below white.
        const colour = (x: number, y: number) => [...page.data.subarray((y * page.width + x) * 4).subarray(0, 3)];
        for (const x of [2, page.width >> 1, page.width - 3])
          expect([colour(x, 1), colour(x, page.height - 2)]).toEqual([
            [160, 34, 28],
            [255, 255, 255],
          ]);
      });
    },
  );

  test('says at the beginning of what was added which bytes are the original', async () => {
    const original = await pdfWithTable(1);
    const { bytes } = await copyOf(original);
    const fingerprint = createHash('sha256').update(original).digest('hex');
    expect(bytes.subarray(original.length, original.length + 200).toString('latin1')).toContain(
      `% Controlled copy. Its first ${original.length} bytes are the original: SHA-256 ${fingerprint}\n`,
    );
  });

  test('of a copy carries the marks of both', async () => {
    const first = await copyOf(await pdfWithTable(1));
    const { pages } = await readPdf((await copyOf(first.bytes)).bytes);
    expect(pages[0]?.split('SOP - QA - 017').length).toBe(3);
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

  test('[P11-10a] of a file that was changed in storage is not made', async () => {
    const file = await stored(await pdfWithTable(1));
    await writeFile(join(folder, 'objects', ...file.objectKey.split('/')), await pdfWithTable(2));
    expect(await makeControlledCopy({ storage: files, pdfs }, file, words)).toMatchObject({
      ok: false,
      failure: { code: 'file_damaged' },
    });
  });
});
