import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, PDFName, type PDFObject } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { inspectPdf } from '#app/pdf/intake/intake.ts';
import { bytesAccess } from '#app/storage/random-access.ts';
import { pdfWithTable } from '#tests/storage/samples.ts';
import { pdfs } from '#tests/support/pdfs.ts';

const fixture = (name: string): Promise<Buffer> =>
  readFile(join(import.meta.dirname, '../fixtures/files', `${name}.pdf`));
const inspected = async (name: string) => pdfs.inspect(bytesAccess(await fixture(name)));
const saying = (words: string) => ({ ok: false, failure: { detail: expect.stringContaining(words) as string } });

describe('a PDF that is uploaded', () => {
  test.each([
    ['A1-newest-startxref-garbled', 'The last saved change of this PDF is damaged'],
    ['A3-newest-revision-without-eof', 'The PDF is cut short'],
    ['B3-copy-500-middle-page', 'is damaged'],
    ['E1-upload-500-page', 'is damaged'],
    ['E3-upload-500-openaction', 'is damaged'],
    ['C3-never-signed-fields-garbled', 'is damaged'],
    ['B5-copy-500-xobjects', 'is damaged'],
    ['B1-copy-500-resources', 'is damaged'],
    ['D1-web-process-ends-index-of-10M', 'too complex'],
    ['F1-middle-page-missing-accepted', 'as many pages as it says'],
    ['H1-page-opens-script-accepted', 'scripts'],
    ['H3-layer-hidden-in-print-accepted', 'layers'],
  ])('%s is refused: %s', async (name, words) => {
    expect(await inspected(name)).toMatchObject(saying(words));
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

  test.each(['C1-never-signed-acroform-offset', 'G1-cut-short-trailing-zeros', 'G3-damaged-unused-object'])(
    '%s is rebuilt, and taken',
    async (name) => {
      expect(await inspected(name)).toMatchObject({
        ok: true,
        value: { pages: 1, rendition: { because: 'repaired' } },
      });
    },
  );

  test('with restrictions and no password is taken, and read without them', async () => {
    const restricted = await pdfWithTable(2, { ownerPassword: 'owner', permissions: { copying: false } });
    expect(await inspectPdf(bytesAccess(restricted))).toMatchObject({
      ok: true,
      value: { pages: 2, rendition: { because: 'restrictions' } },
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
