import { buffer } from 'node:stream/consumers';
import PDFKit from 'pdfkit';
import { ink, type } from '#app/pdf/colours.ts';
import { openFontSet } from '#app/pdf/type/font-set.ts';
import { Typesetter } from '#app/pdf/type/typesetter.ts';
import type { Line, Style } from '#app/pdf/type/typesetter.ts';

/** The texts in the margin of every page of a controlled copy. */
export interface CopyMarks {
  /** `SOP - QA - 017, version 2.1` */
  name: string;
  /** `Effective since 04 Mar 2026` */
  status: string;
  /** Who took it and when: `Taken by Hana Kobayashi, 21 Nov 2026 15:04:05 UTC.` */
  taken: string;
  /** A warning when the version is not effective. */
  warning: { words: string; tone: 'stop' | 'wait' } | null;
}

/** The header and footer for one page width, as pages of the stamp PDF. In points. */
export interface Band {
  width: number;
  /** Page index and height. */
  foot: { page: number; height: number };
  head: { page: number; height: number } | null;
}

const side = 20;
const foot = { ...type.small, size: 7.5, leading: 9.6 } satisfies Style;
const footStrong = { ...foot, weight: 600, color: ink.record } satisfies Style;
const head = { ...type.strong, size: 10.5, leading: 14, color: '#ffffff' } satisfies Style;
const pad = 4;

/** Draws header and footer stamps for each of these widths (points), without a background. Deterministic. */
export async function drawBands(marks: CopyMarks, widths: readonly number[]): Promise<{ pdf: Buffer; bands: Band[] }> {
  const document = new PDFKit({
    autoFirstPage: false,
    margin: 0,
    compress: true,
    font: undefined,
    info: { CreationDate: new Date(0) },
  });
  const texts = [marks.name, marks.status, marks.taken, marks.warning?.words ?? ''];
  const set = new Typesetter(document, await openFontSet([foot, footStrong, head], texts));
  const written = buffer(document);
  const bands: Band[] = [];
  let pages = 0;

  const draw = (width: number, lines: Line[], style: Style): { page: number; height: number } => {
    const height = lines.length * style.leading + 2 * pad;
    document.addPage({ size: [width, height], margin: 0 });
    const margin = Math.min(side, width / 20);
    set.draw(lines, margin, pad, style, { width: width - 2 * margin, align: 'start' });
    return { page: pages++, height };
  };

  for (const width of widths) {
    const measure = width - 2 * Math.min(side, width / 20);
    const words = set.paragraph(
      [
        { text: `${marks.name}   `, style: footStrong },
        { text: `${marks.status}   `, style: footStrong },
        { text: marks.taken, style: foot },
      ],
      measure,
    );
    bands.push({
      width,
      foot: draw(width, words, foot),
      head: marks.warning && draw(width, set.lines(marks.warning.words, head, measure), head),
    });
  }
  document.end();
  return { pdf: await written, bands };
}
