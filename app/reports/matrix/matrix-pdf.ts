import type { Readable } from 'node:stream';
import { rule } from '#app/adapters/pdf/drawing.ts';
import { ink, type } from '#app/adapters/pdf/colours.ts';
import type { SignatureRequest } from '#app/adapters/pdf/certified-pdf.ts';
import { fewLines, oneLine } from '#app/adapters/pdf/type/fitted.ts';
import type { Line, Style } from '#app/adapters/pdf/type/typesetter.ts';
import { cellOf, type MatrixCell, type MatrixDocument, type MatrixPerson } from '#app/reports/queries/matrix.ts';
import type { MatrixRates } from '#app/reports/queries/matrix-rates.ts';
import { foot, type Frame } from '#app/adapters/pdf/report/frame.ts';
import { daysIn, spoken } from '#app/reports/matrix/matrix-cell.ts';
import { documentHead, trained } from '#app/reports/matrix/matrix-csv.ts';
import { drawCell, drawKey, name, narrowCell, number, rowHeight } from '#app/reports/matrix/matrix-cells.ts';
import { Report, type Tag } from '#app/adapters/pdf/report/report.ts';
import { matrixRateBase } from '#app/documents/words/training-rate.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { inDigits, lasting } from '#app/ui/text/count.ts';

/** The column of names is wider than this only when a name needs it and the documents leave room. */
const leastName = 128;
const mostName = 280;
const rateWidth = 40;
/** A cell's minimum width for few documents, so that a name is not cut. */
const easyCell = 24;
const wideCell = 44;
const groupHeight = 18;
const headHeight = 128;

const upright: Style = { ...type.text, size: 7.2, leading: 8 };
const uprightNumber: Style = { ...type.note, size: 6.4, leading: 7.6 };
const group: Style = { ...type.heading, size: 9.5, leading: 12 };
const faces = [name, number, upright, uprightNumber, group];

/** A department's heading, or a person, whose name is typeset once for all pages to the right. */
type Row = GroupRow | PersonRow;
interface GroupRow {
  group: string;
  /** It is repeated from an earlier page. */
  continued?: true;
}
interface PersonRow {
  person: MatrixPerson;
  cells: MatrixCell[];
  name: Line[];
}

const heightOf = (row: Row): number => ('group' in row ? groupHeight : rowHeight);

/** The documents of a page: its cells and, on the last one, the rates fill the measure. */
interface Part {
  from: number;
  to: number;
  rates: boolean;
  cell: number;
}

export interface MatrixPaper {
  documents: readonly MatrixDocument[];
  alphabet: readonly string[];
  /** The longest of the people's names. */
  longest: readonly string[];
  people: number;
  rates: MatrixRates;
  /** The day of the report's position in the organisation's zone, as `2026-03-12`. */
  today: string;
  signature: SignatureRequest | null;
  onRows(rows: number): void;
}

/** `87%`, and a dash where nothing is assigned. */
const rateWords = (rate: number | null): string => (rate === null ? '–' : `${rate}%`);

/**
 * The matrix as a landscape PDF. The people who fit on a page are drawn against the documents that fit beside them,
 * page after page to the right, then the next people.
 */
export const matrixPdf = (
  rows: AsyncIterable<MatrixPerson>,
  frame: Frame,
  { documents, alphabet, longest, today, rates, people: count, signature, onRows }: MatrixPaper,
): Promise<Readable> =>
  Report.stream(
    { ...frame, foot: foot(frame), signature, landscape: true, texts: [...alphabet, words], faces },
    async (report) => {
      report.bookmark(frame.title);
      const people = count === 1 ? '1 person' : `${inDigits(count)} people`;
      const size = `${people}, ${lasting(documents.length, 'effective document')}. ${matrixRateBase}`;
      report.masthead(frame.organisation, size, `${frame.filters}.`);
      drawKey(report);
      const sheet = new Sheet(report, documents, { longest, today, rates });
      let drawn = 0;
      let department: string | null | undefined;
      for await (const person of rows) {
        if (documents.length === 0) break;
        const cells = person.cells.split(',').map(cellOf);
        if (person.group !== department) {
          department = person.group;
          await sheet.add({ group: department ?? 'No department' }, rowHeight);
        }
        await sheet.add({ person, cells, name: oneLine(report.set, person.name, name, sheet.nameWidth - 6) });
        if (++drawn % 20 === 0) onRows(drawn);
      }
      if (drawn === 0) report.paragraph('No data');
      else await sheet.end();
    },
  );

const words =
  `${matrixRateBase} Team member No department, continued Signed Due, days left Overdue, days Not assigned No data +–` +
  'Carried over from this version';

/** Collects rows until a page is full, then draws them against every document. */
class Sheet {
  #rows: Row[] = [];
  #height = 0;
  readonly #top: number;
  #first = true;
  /** The department of the last row, whose heading is repeated on the next page. */
  #group: string | null = null;
  readonly nameWidth: number;
  readonly #perPage: number;
  readonly #rates: MatrixRates;
  readonly #today: number;

  constructor(
    private readonly report: Report,
    private readonly documents: readonly MatrixDocument[],
    { longest, today, rates }: Pick<MatrixPaper, 'longest' | 'today' | 'rates'>,
  ) {
    const wanted = Math.max(0, ...longest.map((text) => Math.ceil(report.set.widthOf(text, name)) + 6));
    const spare = report.width - rateWidth - documents.length * easyCell;
    const least = Math.max(leastName, Math.min(wanted, spare, mostName));
    const most = Math.floor((report.width - least - rateWidth) / narrowCell);
    const parts = Math.max(1, Math.ceil(documents.length / most));
    // Pages to the right hold about as many documents each; beside a few, the names have what is left.
    this.#perPage = Math.max(1, Math.ceil(documents.length / parts));
    this.nameWidth = Math.max(least, report.width - rateWidth - documents.length * wideCell);
    this.#top = report.y;
    this.#rates = rates;
    this.#today = Date.parse(today);
  }

  /** Adds a row. `also`: the height that must remain for the next one. */
  async add(row: Row, also = 0): Promise<void> {
    const room = this.report.bottom - (this.#first ? this.#top : this.report.topOfPage) - headHeight;
    if (this.#height + heightOf(row) + also > room) {
      await this.#flush(false);
      if ('person' in row && this.#group !== null) this.#push({ group: this.#group, continued: true });
    }
    this.#push(row);
    if ('group' in row) this.#group = row.group;
  }

  #push(row: Row): void {
    this.#rows.push(row);
    this.#height += heightOf(row);
  }

  async end(): Promise<void> {
    const room = this.report.bottom - (this.#first ? this.#top : this.report.topOfPage) - headHeight;
    if (this.#height + rowHeight + 6 > room) await this.#flush(false);
    await this.#flush(true);
  }

  async #flush(last: boolean): Promise<void> {
    const { report, documents } = this;
    for (let from = 0; from < documents.length; from += this.#perPage) {
      if (this.#first && from === 0) report.y = this.#top;
      else report.turn();
      await this.#drawPart(this.#partAt(from), last);
    }
    this.#rows = [];
    this.#height = 0;
    this.#first = false;
  }

  #partAt(from: number): Part {
    const to = Math.min(from + this.#perPage, this.documents.length);
    const rates = to === this.documents.length;
    const free = this.report.width - this.nameWidth - (rates ? rateWidth : 0);
    return { from, to, rates, cell: free / (to - from) };
  }

  async #drawPart(part: Part, last: boolean): Promise<void> {
    const { report } = this;
    const { left, set, width } = report;
    const table = report.element('Table');
    const top = report.y;
    this.#drawHead(table, part);
    const below = top + headHeight;
    report.decoration(() => {
      report.pdf.rect(left, top, width, 2).fill(ink.record);
      rule(report.pdf, left, below - 1, width);
    });
    report.y = below + 2;
    const body = report.element('TBody', table);
    for (const row of this.#rows) {
      const line = report.element('TR', body);
      const { y } = report;
      if ('group' in row) {
        const words = row.continued ? `${row.group}, continued` : row.group;
        report.tagged('TH', () => void set.draw(oneLine(set, words, group, width), left, y + 5, group), line);
      } else this.#drawPerson(row, line, part);
      line.end();
      report.y = y + heightOf(row);
      await report.breathe();
    }
    if (last) this.#drawRates(body, part);
    table.end();
    report.decoration(() => rule(report.pdf, left, report.y + 1, width));
    report.y += 4;
  }

  #drawHead(table: Tag, { from, to, rates, cell }: Part): void {
    const { report, documents, nameWidth } = this;
    const { set, pdf, left } = report;
    const row = report.element('TR', report.element('THead', table));
    const bottom = report.y + headHeight - 4;
    const column = { scope: 'Column' } as const;
    report.tagged('TH', () => void set.write('Team member', left, bottom - name.leading, nameWidth, name), row, column);
    const turned = (texts: readonly (readonly [Line[], Style])[], x: number, width: number): void => {
      const height = texts.reduce((sum, [lines, { leading }]) => sum + lines.length * leading, 0);
      pdf
        .save()
        .translate(x, bottom)
        .rotate(-90, { origin: [0, 0] });
      let line = (width - height) / 2;
      for (const [lines, style] of texts) line = set.draw(lines, 0, line, style);
      pdf.restore();
    };
    for (let index = from; index < to; index++) {
      const x = left + nameWidth + (index - from) * cell;
      const document = documents[index]!;
      const number = `${documentNumber(document)} v${document.version}`;
      const room = Math.floor((cell - uprightNumber.leading) / upright.leading);
      const texts = [
        [fewLines(set, document.name, upright, headHeight - 12, room), upright],
        [oneLine(set, number, uprightNumber, headHeight - 12), uprightNumber],
      ] as const;
      const options = { ...column, actual: documentHead(document) };
      report.tagged('TH', () => turned(texts, x, cell), row, options);
    }
    if (!rates) return;
    const x = left + nameWidth + (to - from) * cell;
    const words = oneLine(set, 'Trained', upright, headHeight);
    report.tagged('TH', () => turned([[words, upright]], x, rateWidth), row, column);
  }

  #drawPerson({ person, cells, name: lines }: PersonRow, line: Tag, { from, to, rates, cell: width }: Part): void {
    const { report, nameWidth } = this;
    const { set, left, y } = report;
    report.tagged('TH', () => void set.draw(lines, left, y + 1, name), line, { scope: 'Row' });
    cells.slice(from, to).forEach((cell, index) => {
      const x = left + nameWidth + index * width;
      report.tagged('TD', () => this.#drawCell(cell, { x, y, width }), line, { actual: spoken(cell) });
    });
    if (!rates) return;
    const x = left + nameWidth + (to - from) * width;
    report.tagged('TD', () => void set.write(rateWords(trained(person)), x, y + 1, rateWidth - 4, name, 'end'), line);
  }

  #drawCell(cell: MatrixCell, { x, y, width }: { x: number; y: number; width: number }): void {
    const days =
      cell && (cell.state === 'signed' ? (cell.carriedFrom ?? (cell.imported ? 'I' : '')) : daysIn(cell, this.#today));
    drawCell(this.report, { state: cell?.state ?? 'none', days: days ?? '' }, x, y, width);
  }

  #drawRates(body: Tag, { from, to, rates, cell }: Part): void {
    const { report, nameWidth } = this;
    const { set, left } = report;
    const line = report.element('TR', body);
    const y = report.y + 3;
    report.tagged('TH', () => void set.write('Trained', left, y + 1, nameWidth, number), line);
    for (let index = from; index < to; index++) {
      const rate = this.#rates.documents[index] ?? '–';
      const x = left + nameWidth + (index - from) * cell;
      report.tagged('TD', () => void set.write(String(rate), x, y + 1, cell - 1, number, 'center'), line);
    }
    if (rates) {
      const rate = rateWords(this.#rates.all);
      const x = left + nameWidth + (to - from) * cell;
      report.tagged('TD', () => void set.write(rate, x, y + 1, rateWidth - 4, number, 'end'), line);
    }
    report.y = y + rowHeight;
  }
}
