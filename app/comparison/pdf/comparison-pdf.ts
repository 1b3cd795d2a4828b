import type { Readable } from 'node:stream';
import { instantOf } from '#events/time.ts';
import type { Box, Comparison, ElementChange, PictureChange } from '#app/comparison/engine/comparison.ts';
import { toPassageView, type PassageView } from '#app/comparison/engine/passage-view.ts';
import { rule } from '#app/adapters/pdf/drawing.ts';
import { ink, type } from '#app/adapters/pdf/colours.ts';
import type { Span, Style } from '#app/adapters/pdf/type/typesetter.ts';
import { Report } from '#app/adapters/pdf/report/report.ts';
import { inDigits } from '#app/ui/text/count.ts';
import {
  countedPages,
  countsInWords,
  elementSides,
  elementsTitle,
  elementTitle,
  everyPage,
  onlyScans,
  pagesOfPassage,
  passageKinds,
  pictureTitle,
  restWords,
  spanInWords,
  verdict,
} from '#app/comparison/words.ts';

/** A picture of a page: PNG; null where there is none. */
export type PagePicture = Uint8Array | null;

export interface PrintedComparison {
  comparison: Comparison;
  sha256: string;
  number: string;
  name: string;
  from: string;
  to: string;
  /** Of the first changes of `comparison.pictures`: the older and the newer page. */
  pictures: { from: PagePicture; to: PagePicture }[];
}

const { text, strong, note, fingerprint, heading } = type;
const removed: Style = { ...text, color: ink.stop, line: 'through' };
const added: Style = { ...text, color: ink.rosette, line: 'under' };
const gap = 14;
/** Points: the height of the largest page drawn, so that two changes fit on a sheet. */
const tallest = 270;

const changesOf = ({ from, to }: PrintedComparison): string => `Changes from version ${from} to version ${to}`;

/**
 * What changed between two versions, on paper. One comparison gives equal bytes each time: nothing of a moment is in
 * it.
 */
export function comparisonPdf(printed: PrintedComparison): Promise<Readable> {
  const { comparison, sha256, number, name } = printed;
  const title = changesOf(printed);
  const options = {
    title,
    at: instantOf(0),
    madeBy: 'Imprimatur',
    foot: [
      `Printed copies are uncontrolled. ${number} ${name}. ${title}.`,
      `Comparison ${comparison.method}, SHA-256 ${sha256}`,
    ],
    signature: null,
    texts: [JSON.stringify([comparison.passages, comparison.elements, comparison.unknownActions]), number, name, fixed],
    faces: [text, strong, note, fingerprint, heading],
  };
  return Report.stream(options, (report) => draw(report, printed));
}

const fixed = Object.values(passageKinds).join(' ');

async function draw(report: Report, printed: PrintedComparison): Promise<void> {
  const { comparison, sha256, number, name, pictures } = printed;
  const shown = { ...comparison, total: comparison.passages.length };
  const areWords = comparison.compares === 'words';
  report.bookmark(changesOf(printed));
  report.masthead(`${number}   ${name}`, areWords ? countsInWords(shown) : countedPages(comparison.counts));
  if (areWords) {
    section(report, 'Text');
    if (shown.total === 0) report.paragraph('No words changed.');
    else report.paragraph('Removed words are struck through, added words are underlined.', note);
    for (const passage of comparison.passages) {
      drawPassage(report, toPassageView(passage), printed);
      await report.breathe();
    }
  } else report.paragraph(onlyScans, strong);
  if (comparison.pictures.length > 0 || !areWords) {
    section(report, areWords ? 'Pictures and layout' : 'Pages');
    if (comparison.pictures.length === 0) report.paragraph('All pages look the same.');
    for (const [index, change] of comparison.pictures.entries()) {
      drawChange(report, change, pictures[index], printed);
      await report.breathe();
    }
  }
  if (comparison.elements.length > 0) {
    section(report, elementsTitle);
    for (const change of comparison.elements) {
      drawElement(report, change);
      await report.breathe();
    }
  }
  section(report, 'Everything else');
  report.paragraph(verdict(shown), strong);
  report.paragraph(restWords(shown));
  report.paragraph(`Fingerprint of this comparison: SHA-256 ${sha256}`, note);
}

function section(report: Report, title: string): void {
  report.y += 10;
  report.bookmark(title);
  report.heading(title, 'H2');
}

function hairline(report: Report): void {
  report.y += 5;
  report.decoration(() => rule(report.pdf, report.left, report.y, report.width, ink.hairline));
  report.y += 6;
}

function drawPassage(report: Report, passage: PassageView, { from, to }: PrintedComparison): void {
  hairline(report);
  report.need(48);
  report.paragraph(passage.place, strong, 'H3');
  const { older, newer, named } = pagesOfPassage(passage);
  const facts = [
    passageKinds[passage.kind],
    ...(passage.place !== everyPage && older ? [`${spanInWords(older)} of version ${from}`] : []),
    ...(passage.place !== everyPage && newer ? [`${spanInWords(newer)}${named ? ` of version ${to}` : ''}`] : []),
    ...(passage.cell ? [`Row ${passage.cell.row}, column ${passage.cell.column}`] : []),
  ];
  report.paragraph(facts.join(' · '), note, 'P', true);
  report.y += 2;
  drawSpans(report, spansOf(passage));
}

function drawElement(report: Report, change: ElementChange): void {
  hairline(report);
  report.need(48);
  report.paragraph(elementTitle(change), strong, 'H3');
  report.paragraph(passageKinds[change.kind], note, 'P', true);
  report.y += 2;
  const { older, newer, place } = elementSides(change);
  const spans = [
    { text: older, style: removed },
    { text: newer, style: added },
    { text: place, style: text },
  ];
  const shown = spans.filter((span) => span.text !== '');
  drawSpans(
    report,
    shown.flatMap((span, index) => (index === 0 ? [span] : [{ text: ' ', style: text }, span])),
  );
}

function drawSpans(report: Report, spans: Span[]): void {
  if (spans.length === 0) return;
  const actual = spans.map(spoken).join('');
  const lines = report.set.paragraph(spans, report.width);
  let isFirst = true;
  for (const chunk of report.fitting(lines, text)) {
    const options = isFirst && chunk.length === lines.length ? { actual } : {};
    report.tagged(
      'P',
      () => (report.y = report.set.draw(chunk, report.left, report.y, text, { width: report.width, align: 'start' })),
      undefined,
      options,
    );
    isFirst = false;
  }
}

function spansOf({ kind, parts, before, after }: PassageView): Span[] {
  const styles = { same: text, removed, added };
  const spans: Span[] = before ? [{ text: `… ${before} `, style: text }] : [];
  for (const part of parts) {
    const words = part.more > 0 ? `${part.text} … and ${inDigits(part.more)} more words` : part.text;
    spans.push({ text: words, style: kind === 'moved' ? text : styles[part.kind] }, { text: ' ', style: text });
  }
  if (after) spans.push({ text: `${after} …`, style: text });
  return spans;
}

/** What screen readers say of a part: they see no lines. */
const spoken = ({ text: words, style }: Span): string =>
  style === removed ? `removed: ${words}, end of removed` : style === added ? `added: ${words}, end of added` : words;

function drawChange(
  report: Report,
  change: PictureChange,
  pictures: PrintedComparison['pictures'][number] | undefined,
  printed: PrintedComparison,
): void {
  hairline(report);
  const width = (report.width - gap) / 2;
  const sides = [
    { version: printed.from, at: change.from, png: pictures?.from },
    { version: printed.to, at: change.to, png: pictures?.to },
  ].flatMap(({ at, ...side }) => (at ? [{ ...at, ...side }] : []));
  const open = sides.map(({ png }) => (png ? openImage(png, width) : null));
  const height = Math.max(0, ...open.map((image) => image?.height ?? 0));
  report.need(heading.leading + note.leading + height + 8);
  report.paragraph(pictureTitle(change), strong, 'H3');
  const top = report.y;
  for (const [index, { version, page, boxes }] of sides.entries()) {
    const x = report.left + index * (width + gap);
    const caption = `Version ${version}, page ${page}, ${boxes.length === 1 ? 'one place' : `${boxes.length} places`}`;
    report.tagged('P', () => void report.set.write(caption, x, top, width, note));
    const image = open[index];
    if (!image) continue;
    const alt = `Page ${page} of version ${version} with a frame around what differs`;
    report.tagged('Figure', () => drawFramed(report, image, x, top + note.leading + 3, boxes), undefined, { alt });
  }
  report.y = top + note.leading + (height > 0 ? height + 6 : 0);
}

interface OpenImage {
  source: Buffer;
  width: number;
  height: number;
}

/** A picture with the size in which it fits. PNG has its size in pixels at byte 16 (ISO/IEC 15948, 11.2.1). */
function openImage(png: Uint8Array, widest: number): OpenImage {
  const source = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const [across, down] = [source.readUInt32BE(16), source.readUInt32BE(20)];
  const scale = Math.min(widest / across, tallest / down);
  return { source, width: across * scale, height: down * scale };
}

function drawFramed(report: Report, { source, width, height }: OpenImage, x: number, y: number, boxes: Box[]): void {
  const { pdf } = report;
  pdf.image(source, x, y, { width, height });
  pdf.lineWidth(0.5).strokeColor(ink.rule).rect(x, y, width, height).stroke();
  pdf.lineWidth(1.2).strokeColor(ink.stop);
  for (const box of boxes)
    pdf.rect(x + box.left * width, y + box.top * height, box.width * width, box.height * height).stroke();
}
