import {
  clip,
  endPath,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  rgb,
  setTextRenderingMode,
  StandardFonts,
  TextRenderingMode,
  type PDFPage,
} from 'pdf-lib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { compareDocuments } from '#app/comparison/engine/compare.ts';
import type { Comparison } from '#app/comparison/engine/comparison.ts';
import { withDocument } from '#app/adapters/pdf/intake/pdfium.ts';

const white = rgb(1, 1, 1);
const hiddenLine = 5;

interface Look {
  typeface?: StandardFonts;
  size?: number;
  /** Points between lines. */
  leading?: number;
  colour?: ReturnType<typeof rgb>;
  boldWord?: boolean;
  paper?: [number, number];
  /** Draws the sixth line in place of the usual. */
  draw?: (page: PDFPage, write: () => void, y: number, pdf: PDFDocument) => Promise<void> | void;
}

/** Two pages of ten lines and a running head; the second page has one line that `draw` writes. */
async function drawn(look: Look): Promise<Buffer> {
  const { typeface = StandardFonts.Helvetica, size = 11, leading = 24, paper = [595, 842], draw } = look;
  const pdf = await PDFDocument.create();
  const [font, bold] = [await pdf.embedFont(typeface), await pdf.embedFont(StandardFonts.HelveticaBold)];
  for (const number of [1, 2]) {
    const page = pdf.addPage(paper);
    page.drawText(`Northmere cleaning, page ${number}`, { x: 60, y: paper[1] - 30, font, size: size - 2 });
    for (let line = 0; line < 10; line++) {
      const y = paper[1] - 80 - line * leading;
      const isSpecial = number === 2 && line === hiddenLine;
      const write = (): void =>
        page.drawText(`${number}.${line} Do not exceed ${line + 5} mg of agent on line ${line}`, {
          x: 60,
          y,
          size,
          font: isSpecial && look.boldWord ? bold : font,
          ...(isSpecial && look.colour && { color: look.colour }),
        });
      if (isSpecial && draw) await draw(page, write, y, pdf);
      else write();
    }
  }
  return Buffer.from(await pdf.save());
}

const compareBytes = (older: Buffer, newer: Buffer): Promise<Comparison> =>
  withDocument(older, (from) =>
    withDocument(newer, (to) =>
      compareDocuments({ document: from, sha256: 'older' }, { document: to, sha256: 'newer' }),
    ),
  );

const compareLooks = async (older: Look, newer: Look) => compareBytes(await drawn(older), await drawn(newer));

const noisy = (): Buffer => {
  const png = new PNG({ width: 60, height: 6 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([(at * 7) % 255, (at * 3) % 255, 90, 255], at);
  return PNG.sync.write(png);
};

/** What hides a line. */
const covers: Record<string, Look> = {
  'white ink': { colour: white },
  'ink that is almost white': { colour: rgb(0.97, 0.97, 0.97) },
  'a white rectangle over it': {
    draw: (page, write, y) => {
      write();
      page.drawRectangle({ x: 50, y: y - 5, width: 500, height: 18, color: white });
    },
  },
  'a black rectangle over it': {
    draw: (page, write, y) => {
      write();
      page.drawRectangle({ x: 50, y: y - 5, width: 500, height: 18, color: rgb(0, 0, 0) });
    },
  },
  'a picture over it': {
    draw: async (page, write, y, pdf) => {
      write();
      page.drawImage(await pdf.embedPng(noisy()), { x: 50, y: y - 5, width: 500, height: 18 });
    },
  },
  'ink that marks nothing': {
    draw: (page, write) => {
      page.pushOperators(pushGraphicsState(), setTextRenderingMode(TextRenderingMode.Invisible));
      write();
      page.pushOperators(popGraphicsState());
    },
  },
  'a clip beside it': {
    draw: (page, write) => {
      page.pushOperators(pushGraphicsState(), rectangle(0, 0, 10, 10), clip(), endPath());
      write();
      page.pushOperators(popGraphicsState());
    },
  },
};

/** What else is another than Helvetica 11, 24 points apart. */
const looks: Record<string, Look> = {
  'the same look': {},
  'another typeface': { typeface: StandardFonts.TimesRoman },
  'another typeface, smaller': { typeface: StandardFonts.TimesRoman, size: 10 },
  'larger letters': { size: 12 },
  'other line spacing': { leading: 20 },
  'other paper': { paper: [612, 792] },
};

describe.each(Object.entries(looks))('words that nobody can see, in %s', (_, look) => {
  it('says a line that is hidden, and one that is not any more', async () => {
    const plain = await drawn({});
    for (const [name, cover] of Object.entries(covers)) {
      const hidden = await drawn({ ...look, ...cover });
      for (const { pictures, passages } of [await compareBytes(plain, hidden), await compareBytes(hidden, plain)]) {
        expect(passages, name).toEqual([]);
        const said = pictures.filter(({ from, to }) => (from ?? to)!.page === 2);
        expect(said.length, name).toBeGreaterThan(0);
        expect(said.length, name).toBe(pictures.length);
      }
    }
  });

  it('says nothing where the same line is hidden in both, or only the look is another', async () => {
    const both = await compareLooks({ colour: white }, { ...look, colour: white });
    const none = await compareLooks({}, look);
    for (const { pictures, passages, counts } of [both, none])
      expect([pictures, passages, counts.pagesChanged]).toEqual([[], [], 0]);
  });
});

it('says a line that alone became bold', async () => {
  const { pictures, passages } = await compareLooks({}, { boldWord: true });
  expect(passages).toEqual([]);
  expect(pictures).toMatchObject([{ kind: 'changed', to: { page: 2 } }]);
});
