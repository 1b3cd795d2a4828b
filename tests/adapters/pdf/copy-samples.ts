import { degrees, PDFDocument, PDFName, rgb, type PDFPage } from 'pdf-lib';
import { pdfWithStreams, pdfWithTable } from '#tests/support/files/samples.ts';

export async function drawn(draw: (document: PDFDocument) => void): Promise<Buffer> {
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

export const samples: Record<string, () => Promise<Buffer>> = {
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
        [40, 30],
        [10, 10],
        [3000, 20],
        [14_400, 14_400],
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
  'patterns and shadings': async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([400, 300]);
    const { context } = document;
    const tile = context.stream('0 0.4 0.8 rg 0 0 10 10 re f', {
      Type: 'Pattern',
      PatternType: 1,
      PaintType: 1,
      TilingType: 1,
      BBox: [0, 0, 20, 20],
      XStep: 20,
      YStep: 20,
      Resources: {},
    });
    const shading = {
      ShadingType: 2,
      ColorSpace: 'DeviceRGB',
      Coords: [200, 0, 400, 0],
      Function: { FunctionType: 2, Domain: [0, 1], C0: [1, 0, 0], C1: [0, 0, 1], N: 1 },
      Extend: [true, true],
    };
    const axial = { Type: 'Pattern', PatternType: 2, Shading: shading, Matrix: [1, 0, 0, 1, 0, 0] };
    const patterns = { Tile: context.register(tile), Axial: axial };
    page.node.set(PDFName.of('Resources'), context.obj({ Pattern: patterns }));
    const drawing = '/Pattern cs /Tile scn 0 0 200 300 re f /Axial scn 200 0 200 300 re f';
    page.node.set(PDFName.of('Contents'), context.register(context.stream(drawing)));
    return Buffer.from(await document.save());
  },
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
