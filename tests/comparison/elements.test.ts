import { PDFDocument, PDFName, PDFString, type PDFPage } from 'pdf-lib';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { compareDocuments } from '#app/comparison/engine/compare.ts';
import type { Comparison } from '#app/comparison/engine/comparison.ts';
import { restWords, verdict } from '#app/comparison/words.ts';
import { withDocument } from '#app/adapters/pdf/intake/pdfium.ts';

type Draw = (pdf: PDFDocument, page: PDFPage, isNewer: boolean) => Promise<void> | void;

/** Compares two versions of a page that `draw` adds something to. */
async function compareDrawn(draw: Draw): Promise<Comparison> {
  const drawn = async (isNewer: boolean): Promise<Buffer> => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage();
    page.drawText('Open the record', { x: 50, y: 700 });
    await draw(pdf, page, isNewer);
    return Buffer.from(await pdf.save());
  };
  const [older, newer] = [await drawn(false), await drawn(true)];
  return withDocument(older, (from) =>
    withDocument(newer, (to) =>
      compareDocuments({ document: from, sha256: 'older' }, { document: to, sha256: 'newer' }),
    ),
  );
}

function addLink(pdf: PDFDocument, page: PDFPage, action: Record<string, unknown>): void {
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [50, 695, 200, 720], F: 4, A: action };
  page.node.set(PDFName.of('Annots'), pdf.context.obj([pdf.context.register(pdf.context.obj(link as never))]));
}

const dot = (colour: number): Buffer => {
  const png = new PNG({ width: 8, height: 8 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([colour, at % 255, 90, 255], at);
  return PNG.sync.write(png);
};

it.each<[string, Draw, string]>([
  [
    'a box that is ticked',
    (pdf, page, isNewer) => {
      const box = pdf.getForm().createCheckBox('done');
      box.addToPage(page, { x: 50, y: 500 });
      if (isNewer) box.check();
    },
    'tick box, option “Yes”, ticked',
  ],
  [
    'an option of a list',
    (pdf, page, isNewer) => {
      const list = pdf.getForm().createDropdown('dose');
      list.setOptions(['5 g', isNewer ? '50 g' : '10 g']);
      list.addToPage(page, { x: 50, y: 500 });
    },
    'list, options “5 g”, “50 g”',
  ],
  [
    'a link to another document',
    (pdf, page, isNewer) =>
      addLink(pdf, page, { S: 'GoToR', F: PDFString.of(isNewer ? 'b.pdf' : 'a.pdf'), D: [0, 'Fit'] }),
    'another document: b.pdf, page 1',
  ],
])('finds %s', async (_, draw, value) => {
  const { elements, passages, counts } = await compareDrawn(draw);
  expect(elements).toMatchObject([{ kind: 'changed', to: { page: 1, value } }]);
  expect(passages).toEqual([]);
  expect(counts).toMatchObject({ elementsChanged: 1, pagesChanged: 1 });
});

it('names a link whose action it cannot compare, and does not say that nothing changed', async () => {
  const found = await compareDrawn((pdf, page, isNewer) =>
    addLink(pdf, page, { S: 'JavaScript', JS: PDFString.of(`app.alert(${isNewer ? 2 : 1})`) }),
  );
  const words = { ...found, total: 0 };
  expect(found.unknownActions).toEqual(['Open the record']);
  expect(verdict(words)).toBe('No change was found.');
  expect(restWords(words)).toContain('What these start was not compared: “Open the record”.');
});

it('finds pictures that trade places on a page whose text has moved', async () => {
  const { pictures, undrawnPages } = await compareDrawn(async (pdf, page, isNewer) => {
    const [one, other] = [await pdf.embedPng(dot(20)), await pdf.embedPng(dot(200))];
    for (let line = 0; line < 5; line++)
      page.drawText(`line ${line} of the record`, { x: 50, y: (isNewer ? 640 : 660) - line * 20 });
    page.drawImage(isNewer ? other : one, { x: 50, y: 400, width: 60, height: 60 });
    page.drawImage(isNewer ? one : other, { x: 50, y: 200, width: 60, height: 60 });
  });
  expect(undrawnPages).toEqual({ from: [1], to: [1] });
  expect(pictures).toMatchObject([{ kind: 'changed', from: { page: 1 }, to: { page: 1 } }]);
});
