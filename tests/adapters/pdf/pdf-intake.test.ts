import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFRef, type PDFObject } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { largestRebuilt, openPdf } from '#app/adapters/pdf/inspect.ts';
import { makeOnTrial } from '#app/adapters/pdf/intake/trial.ts';
import { inspectPdf } from '#app/adapters/pdf/intake/intake.ts';
import { bytesAccess } from '#app/adapters/storage/random-access.ts';
import { pdfWithTable } from '#tests/support/files/samples.ts';
import { pdfs } from '#tests/support/files/pdfs.ts';

const fixture = (name: string): Promise<Buffer> =>
  readFile(join(import.meta.dirname, '../../fixtures/files', `${name}.pdf`));
const inspected = async (name: string) => pdfs.inspect(bytesAccess(await fixture(name)));
const saying = (words: string) => ({ ok: false, failure: { detail: expect.stringContaining(words) as string } });

describe('a PDF that is uploaded', () => {
  test.each([
    ['A1-newest-startxref-garbled', 'The last saved change of this PDF is damaged'],
    ['A3-newest-revision-without-eof', 'The PDF is cut short'],
    ['B3-copy-500-middle-page', 'is damaged'],
    ['E1-upload-500-page', 'is damaged'],
    ['E3-upload-500-openaction', 'is damaged'],
    ['C1-never-signed-acroform-offset', 'not every reader'],
    ['C3-never-signed-fields-garbled', 'is damaged'],
    ['B5-copy-500-xobjects', 'is damaged'],
    ['B1-copy-500-resources', 'is damaged'],
    ['D1-web-process-ends-index-of-10M', 'index that unpacks to more than 64 MB'],
    ['F1-middle-page-missing-accepted', 'as many pages as it says'],
    ['H1-page-opens-script-accepted', 'scripts'],
    ['H3-layer-hidden-in-print-accepted', 'layers'],
  ])('%s is refused: %s', async (name, words) => {
    expect(await inspected(name)).toMatchObject(saying(words));
  });

  test.each([
    ['a page needs too much memory to draw', [100], false, 'too much memory'],
    ['its streams come to more than 256 MB', [60, 60, 60, 60, 60], false, 'more than 256 MB'],
    ['a stream is packed twice', [257], true, 'more than 256 MB'],
  ])('is refused where %s', async (_, megabytes, twice, words) => {
    const document = await PDFDocument.create();
    for (const size of megabytes) {
      const once = deflateSync(Buffer.alloc(size * 1024 * 1024, ' '));
      const Filter = twice ? ['FlateDecode', 'FlateDecode'] : 'FlateDecode';
      const contents = document.context.stream(twice ? deflateSync(once) : once, { Filter });
      document.addPage([99, 99]).node.set(PDFName.of('Contents'), document.context.register(contents));
    }
    expect(await pdfs.inspect(bytesAccess(Buffer.from(await document.save())))).toMatchObject(saying(words));
  });

  test('may hold an attachment of more, which no page shows, up to 256 MB', async () => {
    const inspected = async (megabytes: number) => {
      const document = await PDFDocument.create();
      document.addPage([99, 99]);
      const data = deflateSync(Buffer.alloc(megabytes * 1024 * 1024));
      const attached = document.context.stream(data, { Type: 'EmbeddedFile', Filter: 'FlateDecode' });
      document.catalog.set(PDFName.of('AF'), document.context.obj([document.context.register(attached)]));
      return pdfs.inspect(bytesAccess(Buffer.from(await document.save())));
    };
    expect(await inspected(70)).toMatchObject({ ok: true });
    expect(await inspected(257)).toMatchObject(saying('more than 256 MB'));
  });

  test('is read in its newest revision', async () => {
    const file = await fixture('A4-control-newest-revision-whole');
    expect(await pdfs.inspect(bytesAccess(file))).toEqual({ ok: true, value: { pages: 1, rendition: null } });
  });

  test('is refused where its end leads to an older revision', async () => {
    const file = (await fixture('A4-control-newest-revision-whole')).toString('latin1');
    const older = Buffer.from(file.replace('startxref\n685', 'startxref\n409'), 'latin1');
    expect(await pdfs.inspect(bytesAccess(older))).toMatchObject(saying('The last saved change'));
  });

  test('S1-sound-600-bytes is taken as it is', async () => {
    expect(await inspected('S1-sound-600-bytes')).toMatchObject({ ok: true, value: { pages: 1, rendition: null } });
  });

  test.each(['G1-cut-short-trailing-zeros', 'G3-damaged-unused-object'])('%s is rebuilt, and taken', async (name) => {
    expect(await inspected(name)).toMatchObject({
      ok: true,
      value: { pages: 1, rendition: { because: 'repaired' } },
    });
  });

  test('with restrictions and no password is taken, and read without them', async () => {
    const restricted = await pdfWithTable(2, { ownerPassword: 'owner', permissions: { copying: false } });
    expect(await inspectPdf(bytesAccess(restricted))).toMatchObject({
      ok: true,
      value: { pages: 2, rendition: { because: 'restrictions' } },
    });
  });

  test('is refused where a reader that follows its index to the letter shows something else', async () => {
    const document = await PDFDocument.create();
    const field = document.getForm().createTextField('lot');
    field.addToPage(document.addPage([300, 200]), { x: 50, y: 80, width: 200, height: 30 });
    field.setText('Lot 4711');
    const text = Buffer.from(await document.save({ useObjectStreams: false })).toString('latin1');
    const font = /(\d+) 0 obj\s*<<[^>]*\/BaseFont/.exec(text)!;
    const entry = `${String(font.index).padStart(10, '0')} 00000 n`;
    expect(text).toContain(entry);
    const garbled = Buffer.from(text.replace(entry, entry.replace('0', '3')), 'latin1');
    expect(await pdfs.inspect(bytesAccess(garbled))).toMatchObject(saying('not every reader shows the same'));
  });

  test('whose references lead to nothing gets no object that they would lead to then', async () => {
    const document = await PDFDocument.create();
    document.addPage([300, 200]).node.set(PDFName.of('B'), PDFRef.of(40));
    const file = Buffer.from(await document.save({ useObjectStreams: false })).toString('latin1');
    const inTrailer = file.replace('/B 40 0 R', '/B 1 0 R ').replace(/\/Info \d+ 0 R/, '/Info 40 0 R');
    for (const one of [file, inTrailer]) {
      const opened = await openPdf(bytesAccess(Buffer.from(one, 'latin1')));
      if (!opened.ok) throw new Error(opened.failure.detail);
      const { signed, copy } = await makeOnTrial(opened.value);
      for (const { tail } of [signed, copy]) {
        const text = Buffer.from(tail).toString('latin1');
        expect(text).not.toMatch(/^40 0 obj/m);
        expect(text).toMatch(/^41 0 obj/m);
      }
    }
  });

  describe('of more than 64 MB', () => {
    /** A PDF whose index comes so late. */
    const large = (pdf: Buffer): Buffer => {
      const text = pdf.toString('latin1');
      const [at, end] = [text.lastIndexOf('xref', text.lastIndexOf('startxref') - 1), text.lastIndexOf('startxref')];
      const filler = Buffer.alloc(largestRebuilt, '%'.padEnd(63, '.') + '\n');
      const last = Buffer.from(`startxref\n${at + filler.length}\n%%EOF\n`);
      return Buffer.concat([pdf.subarray(0, at), filler, pdf.subarray(at, end), last]);
    };

    test('is read and drawn in pieces', async () => {
      const file = bytesAccess(large(await pdfWithTable(3)));
      const taken = { ok: true, value: { pages: 3, rendition: null } };
      expect(await pdfs.inspect(file)).toEqual(taken);
      // It is drawn from these alone.
      const drawn: number[] = [];
      const readSync = (start: number, length: number) => {
        drawn.push(length);
        return file.readSync!(start, length);
      };
      expect(await inspectPdf({ ...file, readSync })).toEqual(taken);
      expect(drawn.length).toBeGreaterThan(2);
      expect(Math.max(...drawn)).toBeLessThanOrEqual(1024 * 1024);
    });

    test('is refused where qpdf finds damage in what is made of it', async () => {
      const whole = (await pdfWithTable(1)).toString('latin1');
      const shorter = whole.replace(/\/Length (\d+)/, (_, length: string) => `/Length ${Number(length) - 1}`);
      expect(shorter).toHaveLength(whole.length);
      expect(await pdfs.inspect(bytesAccess(large(Buffer.from(shorter, 'latin1'))))).toMatchObject(saying('damaged'));
    });
  });

  test.each(['tree', 'page'])('with a %s that is written into its holder is taken', async (direct) => {
    const document = await PDFDocument.create();
    const page = document.addPage([200, 200]);
    page.drawText('A page');
    const tree = document.catalog.Pages();
    if (direct === 'tree') document.catalog.set(PDFName.of('Pages'), tree);
    else tree.Kids().set(0, page.node);
    const bytes = Buffer.from(await document.save({ useObjectStreams: false }));
    expect(await pdfs.inspect(bytesAccess(bytes))).toMatchObject({
      ok: true,
      value: { pages: 1, rendition: { because: 'repaired' } },
    });
  });
});

describe('a PDF that does not show the same to everybody', () => {
  const script = { S: 'JavaScript', JS: 'app.alert(1)' };
  const note = { Type: 'Annot', Subtype: 'Stamp', Rect: [0, 0, 50, 50], AP: {}, F: 4 };

  const made = async (change: (document: PDFDocument) => Record<string, unknown>, at: 'catalog' | 'page') => {
    const document = await PDFDocument.create();
    const page = document.addPage([200, 200]);
    page.drawText('A page');
    const holder = at === 'page' ? page.node : document.catalog;
    for (const [key, value] of Object.entries(change(document))) {
      holder.set(PDFName.of(key), document.context.obj(value as never) as PDFObject);
    }
    return pdfs.inspect(bytesAccess(Buffer.from(await document.save())));
  };
  const layer =
    (usage: object, config: object = {}) =>
    (document: PDFDocument) => {
      const group = document.context.register(document.context.obj({ Type: 'OCG', Usage: usage } as never));
      return { OCProperties: { OCGs: [group], D: config } };
    };

  test.each([
    ['a script where the page closes', { AA: { C: script } }, 'scripts'],
    ['a script behind a button', { Annots: [{ Subtype: 'Widget', A: script }] }, 'scripts'],
    ['a script where a field is entered', { Annots: [{ Subtype: 'Widget', AA: { Fo: script } }] }, 'scripts'],
    [
      'a link that starts a program',
      { Annots: [{ Subtype: 'Link', A: { S: 'Launch', F: 'a.exe' } }] },
      'start another',
    ],
    ['a link that switches layers', { Annots: [{ Subtype: 'Link', A: { S: 'SetOCGState' } }] }, 'changes what'],
    ['a film', { Annots: [{ Subtype: 'RichMedia', Rect: [0, 0, 9, 9] }] }, 'a film'],
    ['a link that plays a sound', { Annots: [{ Subtype: 'Link', A: { S: 'Sound' } }] }, 'a film'],
    ['a stamp that is not printed', { Annots: [{ ...note, F: 0 }] }, 'not in print'],
    ['a stamp that is only printed', { Annots: [{ ...note, F: 36 }] }, 'not in print'],
  ])('%s is refused', async (_name, entries, words) => {
    expect(await made(() => entries, 'page')).toMatchObject(saying(words));
  });

  test.each([
    ['a form that is drawn anew', { AcroForm: { Fields: [], XFA: [] } }, 'XFA'],
    ['a portfolio', { Collection: {} }, 'portfolio'],
    ['one that opens with a program', { OpenAction: { S: 'Launch' } }, 'start another'],
    ['one that opens with an address', { OpenAction: { S: 'URI', URI: 'http://localhost' } }, 'when it is opened'],
  ])('%s is refused', async (_name, entries, words) => {
    expect(await made(() => entries, 'catalog')).toMatchObject(saying(words));
  });

  test.each([
    ['on the screen alone', layer({ Print: { PrintState: 'OFF' } })],
    ['in print alone', layer({ View: { ViewState: 'OFF' } })],
    ['when exported alone', layer({ Export: { ExportState: 'ON' } }, { BaseState: 'OFF' })],
    ['when enlarged alone', layer({ Zoom: { min: 2 } })],
  ])('a layer that shows %s is refused', async (_name, change) => {
    expect(await made(change, 'catalog')).toMatchObject(saying('layers'));
  });

  test('a layer that always shows, a stamp that is printed too, and a link are taken', async () => {
    expect(await made(layer({ Print: { PrintState: 'ON' } }), 'catalog')).toMatchObject({ ok: true });
    const link = { Subtype: 'Link', Rect: [0, 0, 9, 9], A: { S: 'URI', URI: 'http://localhost' } };
    expect(await made(() => ({ Annots: [note, link] }), 'page')).toMatchObject({ ok: true });
  });
});
