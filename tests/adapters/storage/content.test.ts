import { PDFDocument, PDFName, PDFNumber } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { createPdfs } from '#app/adapters/pdf/pdfs.ts';
import { readStructure } from '#app/adapters/pdf/structure.ts';
import { checkContent } from '#app/adapters/storage/content/check.ts';
import { workingExtensions } from '#app/adapters/storage/content/formats.ts';
import { bytesAccess, type RandomAccess } from '#app/adapters/storage/random-access.ts';
import type { Storage } from '#app/adapters/storage/port.ts';
import { WorkerError, type WorkerPool } from '#app/adapters/workers/pool.ts';
import * as samples from '#tests/support/files/samples.ts';
import { pdfs } from '#tests/support/files/pdfs.ts';
import { plainPdf } from '#tests/support/files/plain-pdf.ts';

const real: Record<string, Buffer> = {
  ...Object.fromEntries(Object.entries(samples.mainParts).map(([name, type]) => [name, samples.officeFile(type)])),
  odt: samples.openDocument('text'),
  ods: samples.openDocument('spreadsheet'),
  odp: samples.openDocument('presentation'),
  fodt: samples.flatOpenDocument('text'),
  fods: samples.flatOpenDocument('spreadsheet'),
  fodp: samples.flatOpenDocument('presentation'),
  doc: samples.compoundFile('WordDocument', '1Table'),
  xls: samples.compoundFile('Workbook'),
  ppt: samples.compoundFile('Current User', 'PowerPoint Document'),
  pages: samples.iWork('Index/Document.iwa', 'Metadata/Properties.plist'),
  numbers: samples.iWork('Index/Document.iwa', 'Index/CalculationEngine.iwa'),
  key: samples.iWork('Index/Document.iwa', 'Index/Slide-1.iwa', 'Index/MasterSlide.iwa'),
};

const working = (name: string, bytes: Buffer) => checkContent('working', name, bytesAccess(bytes), pdfs);
const script = { S: 'JavaScript', JS: 'this.getField("limit").value = "5 µm";' };
const final = (name: string, bytes: Buffer) => checkContent('final', name, bytesAccess(bytes), pdfs);

describe('a working file is what its extension says', () => {
  test.each(workingExtensions)('.%s is accepted', async (extension) => {
    const bytes = real[extension];
    if (!bytes) throw new Error(`No sample for ${extension}`);
    const checked = await working(`Procedure.${extension.toUpperCase()}`, bytes);
    expect(checked).toMatchObject({ ok: true, value: { pages: null } });
  });

  test.each([
    ['a.docx', samples.png, 'The file is named .docx but holds a PNG image.'],
    [
      'a.docx',
      samples.officeFile(samples.mainParts.xlsx ?? ''),
      'The file is named .docx but holds an Excel workbook.',
    ],
    ['a.docx', Buffer.from('just some words'), 'The file is named .docx but holds plain text.'],
    ['a.docx', Buffer.from('<!DOCTYPE html><p>'), 'The file is named .docx but holds a web page.'],
    ['a.doc', Buffer.from('MZ\x90\0\x03'.padEnd(200, '\0'), 'latin1'), 'The file is named .doc but holds a program.'],
    ['a.odt', samples.openDocument('spreadsheet'), 'The file is named .odt but holds an OpenDocument spreadsheet.'],
    ['a.xls', samples.compoundFile('WordDocument'), 'The file is named .xls but holds a Word 97-2003 document.'],
    ['a.pages', samples.iWork('photo.jpg'), 'The file is named .pages but holds a ZIP archive.'],
  ])('%s with other content is refused with a sentence', async (name, bytes, detail) => {
    expect(await working(name, bytes)).toEqual({ ok: false, failure: { code: 'file_content', detail } });
  });

  test('a PDF is no working file, and a working file no final one', async () => {
    expect(await working('a.pdf', await samples.pdfWithTable())).toMatchObject({ failure: { code: 'file_extension' } });
    expect(await final('a.docx', samples.docx)).toMatchObject({ failure: { code: 'file_extension' } });
    expect(await working('a.exe', samples.docx)).toMatchObject({ failure: { code: 'file_extension' } });
    expect(await working('docx', samples.docx)).toMatchObject({ failure: { code: 'file_extension' } });
  });

  test('an empty file is refused', async () => {
    expect(await working('a.docx', Buffer.alloc(0))).toEqual({
      ok: false,
      failure: { code: 'file_empty', detail: 'The file is empty.' },
    });
  });

  test('a file behind a password is refused', async () => {
    const locked = samples.compoundFile('EncryptionInfo', 'EncryptedPackage');
    expect(await working('a.docx', locked)).toMatchObject({ failure: { code: 'file_encrypted' } });
  });

  test.each(['docx', 'odt', 'key', 'doc', 'fodt'])('a truncated .%s is refused', async (extension) => {
    const bytes = real[extension] ?? Buffer.alloc(0);
    const cut = bytes.subarray(0, extension === 'doc' ? 900 : Math.floor(bytes.length * 0.7));
    expect(await working(`a.${extension}`, cut)).toMatchObject({ failure: { code: 'file_truncated' } });
  });

  test.each(['docx', 'odt', 'key', 'doc', 'fodt'])(
    'a .%s that the storage breaks off is not called damaged',
    async (extension) => {
      const whole = bytesAccess(real[extension] ?? Buffer.alloc(0));
      let reads = 0;
      const read: RandomAccess['read'] = (start, length) =>
        ++reads > 1 ? Promise.reject(new Error('The storage is gone')) : whole.read(start, length);
      const checked = checkContent('working', `a.${extension}`, { size: whole.size, read }, pdfs);
      await expect(checked).rejects.toThrow('The storage is gone');
    },
  );
});

describe('a final file is a sound PDF', () => {
  test.each([
    ['with a table', samples.pdfWithTable(2), 2],
    ['with streams', samples.pdfWithStreams(3), 3],
    ['with many pages', samples.pdfWithStreams(700), 700],
  ])('%s: its pages are counted', async (_name, bytes, pages) => {
    expect(await final('a.pdf', await bytes)).toEqual({
      ok: true,
      value: { mediaType: 'application/pdf', pages, rendition: null },
    });
  });

  test('bytes before the header are allowed', async () => {
    const bytes = Buffer.concat([Buffer.from('\r\n\r\n'), await samples.pdfWithTable(1)]);
    expect(await final('a.pdf', bytes)).toMatchObject({ ok: true, value: { pages: 1 } });
  });

  test('an index that is off is mended where the objects are there', async () => {
    const text = (await samples.pdfWithTable(2)).toString('latin1');
    const off = text.replace(/startxref\n\d+/, 'startxref\n7');
    expect(await final('a.pdf', Buffer.from(off, 'latin1'))).toMatchObject({ ok: true, value: { pages: 2 } });
  });

  test.each([0.3, 0.5, 0.7])('a PDF with a hole at %f of its length is refused as damaged', async (part) => {
    const whole = await samples.pdfWithTable(8);
    const at = Math.floor(whole.length * part);
    const holed = Buffer.concat([whole.subarray(0, at), whole.subarray(at + 700)]);
    expect(await final('a.pdf', holed)).toMatchObject({
      failure: { code: 'file_truncated', detail: expect.stringContaining('damaged') as string },
    });
  });

  test('a PDF with a password for opening is refused, and one with restrictions alone is taken', async () => {
    const locked = await samples.pdfWithTable(1, { userPassword: 'secret', ownerPassword: 'owner', pdfVersion: '1.7' });
    expect(await final('a.pdf', locked)).toEqual({
      ok: false,
      failure: {
        code: 'file_encrypted',
        detail: 'The PDF is protected with a password. Save it without one, then upload it again.',
      },
    });
    const restricted = await samples.pdfWithTable(2, {
      ownerPassword: 'owner',
      permissions: { printing: 'lowResolution' },
    });
    expect(await final('a.pdf', restricted)).toMatchObject({ ok: true, value: { pages: 2 } });
  });

  test.each([0.3, 0.6, 0.95, 0.999])('a PDF cut at %f of its length is refused as truncated', async (part) => {
    for (const whole of [await samples.pdfWithTable(5), await samples.pdfWithStreams(5)]) {
      const cut = whole.subarray(0, Math.floor(whole.length * part) - 2);
      expect(await final('a.pdf', cut)).toMatchObject({
        failure: { code: 'file_truncated', detail: expect.stringContaining('cut short') },
      });
    }
  });

  test.each([
    ['entries that take no room', samples.indexStream('/W[0 0 0]', Buffer.from('x'), 5000), 'broken', 'no widths'],
    [
      'the same objects over and over',
      samples.indexStream('/W[0 1 0]', Buffer.alloc(12_100_000), 13),
      'objects',
      'says more',
    ],
    ['a bomb', samples.indexStream('/W[1 1 1]', Buffer.alloc(220_000_000), 0, 5), 'index', 'unpacks to more'],
  ])('a PDF whose index is made to be read for hours is refused: %s', async (_, bytes, kind, reason) => {
    await expect(readStructure(bytesAccess(bytes))).rejects.toMatchObject({
      kind,
      message: expect.stringContaining(reason) as string,
    });
  });

  test('a PDF whose index leads astray in the middle of its pages is refused as damaged', async () => {
    const objects = ['<</Type/Catalog/Pages 2 0 R>>', '<</Kids[3 0 R 4 0 R 3 0 R]/Count 5>>', '<</Type/Page>>'];
    let text = '%PDF-1.7\n';
    const offsets = objects.map((object, i) => {
      const at = text.length;
      text += `${i + 1} 0 obj\n${object}\nendobj\n`;
      return at;
    });
    const lines = [...offsets, 3].map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
    const bytes = Buffer.from(
      `${text}xref\n1 4\n${lines}trailer\n<</Root 1 0 R/Size 5>>\nstartxref\n${text.length}\n%%EOF\n`,
    );
    expect(await final('a.pdf', bytes)).toMatchObject({ failure: { code: 'file_truncated' } });
  });

  test('a PDF whose index is made to be read for hours is not mended either, which would read it', async () => {
    const bytes = samples.indexStream('/W[0 0 0]', Buffer.from('x'), 5000);
    expect(await final('a.pdf', bytes)).toMatchObject({ failure: { code: 'file_truncated' } });
  });

  test.each([
    [2, 3],
    [4, 3],
    [8, 60],
    [40, 60],
    [80, 60],
  ])('a PDF that says %i pages and has %i is refused as damaged', async (said, pages) => {
    const document = await samples.pageTree(pages, 8);
    document.catalog.Pages().set(PDFName.of('Count'), PDFNumber.of(said));
    expect(await final('a.pdf', Buffer.from(await document.save({ addDefaultPage: false })))).toMatchObject({
      failure: { code: 'file_truncated', detail: expect.stringContaining('as many pages as it says') },
    });
  });

  test('the pages of a deep page tree are counted', async () => {
    const document = await samples.pageTree(600, 50);
    expect(await final('a.pdf', Buffer.from(await document.save({ addDefaultPage: false })))).toMatchObject({
      value: { pages: 600 },
    });
  });

  test('a page tree that leads back to itself is not followed for ever', async () => {
    const document = await samples.pageTree(3, 8);
    const root = document.catalog.Pages();
    root.set(PDFName.of('Count'), PDFNumber.of(7));
    root.Kids().set(1, document.catalog.get(PDFName.of('Pages'))!);
    root.Kids().set(2, document.catalog.get(PDFName.of('Pages'))!);
    const bytes = Buffer.from(await document.save({ addDefaultPage: false }));
    expect(await final('a.pdf', bytes)).toMatchObject({ failure: { code: 'file_truncated' } });
  });

  test.each([
    ['a form that each reader draws anew', 'NeedsRendering', true, 'is a form (XFA)'],
    ['a portfolio', 'Collection', { Type: 'Collection', View: 'T' }, 'is a portfolio'],
    ['one with a script that runs where it is opened', 'OpenAction', script, 'has scripts of its own'],
    ['one with a script behind another action', 'OpenAction', { S: 'Named', N: 'NextPage', Next: [script] }, 'scripts'],
    ['one with a script that runs where it is printed', 'AA', { WP: script }, 'has scripts of its own'],
    ['one with scripts by their names', 'Names', { JavaScript: { Names: ['a', script] } }, 'has scripts of its own'],
  ])('%s is refused: its pages are not what is shown', async (_name, entry, value, said) => {
    const document = await PDFDocument.create();
    document.addPage().drawText('Please wait…');
    document.catalog.set(PDFName.of(entry), document.context.obj(value as never));
    expect(await final('a.pdf', Buffer.from(await document.save()))).toMatchObject({
      failure: { code: 'file_not_pages', detail: expect.stringContaining(said) },
    });
  });

  test('a PDF that opens at a page of its own choice, or whose field formats what is typed, is taken', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage();
    document.catalog.set(PDFName.of('OpenAction'), document.context.obj([page.ref, 'Fit']));
    const field = document.getForm().createTextField('date');
    field.addToPage(page);
    document.catalog.set(PDFName.of('Names'), document.context.obj({ JavaScript: { Names: [] } }));
    field.acroField.dict.set(PDFName.of('AA'), document.context.obj({ F: script }));
    expect(await final('a.pdf', Buffer.from(await document.save()))).toMatchObject({ value: { pages: 1 } });
  });

  test('what is no PDF is refused by name', async () => {
    expect(await final('a.pdf', samples.png)).toEqual({
      ok: false,
      failure: { code: 'file_content', detail: 'The file is named .pdf but holds a PNG image.' },
    });
    expect(await final('a.pdf', Buffer.from('Not a PDF at all'))).toMatchObject({ failure: { code: 'file_content' } });
  });

  test('a PDF header alone, and one whose objects are gone, are refused', async () => {
    expect(await final('a.pdf', Buffer.from('%PDF-1.7\n'))).toMatchObject({ failure: { code: 'file_truncated' } });
    const hollow = Buffer.from('%PDF-1.7\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n');
    expect(await final('a.pdf', hollow)).toMatchObject({ failure: { code: 'file_truncated' } });
  });

  test('a PDF whose check was not finished is answered as busy, and never as damaged', async () => {
    const unfinished = { run: () => Promise.reject(new WorkerError('worker_timeout', 'inspect')) };
    const hasty = createPdfs(unfinished as unknown as WorkerPool, null as unknown as Storage);
    const file = bytesAccess(plainPdf(1, () => 'Any'));
    const busy = { failure: { code: 'busy', detail: expect.stringContaining('Try again in a moment.') } };
    expect(await hasty.inspect(file)).toMatchObject(busy);
    expect(await hasty.inspectForJob(file)).toMatchObject(busy);
  });
});
