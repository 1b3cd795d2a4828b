import { rateOf } from '#events/training/record.ts';
import { roleLabel } from '#events/user/role.ts';
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { MatrixDocument, MatrixPerson } from '#app/reports/queries/matrix.ts';
import { escapeFormula, quoted_match, type Cell } from '#app/adapters/pdf/report/csv.ts';
import { frameCells, frameHead, type Frame } from '#app/adapters/pdf/report/frame.ts';
import { userStatusLabel } from '#events/user/status.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

const line = (cells: readonly Cell[]): string =>
  stringify([cells.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell))], {
    eof: false,
    quoted_match,
  });

/** The person's rate; null where nothing is assigned. */
export const trained = ({ signed, due, overdue }: Pick<MatrixPerson, 'signed' | 'due' | 'overdue'>): number | null =>
  rateOf({ completed: signed, open: due + overdue });

/** The counts of a person's row. */
const countHeads = ['Trained (% of training records)', 'Records signed', 'Records due', 'Records overdue'];

export const documentHead = (document: MatrixDocument): string =>
  `${documentNumber(document)} ${document.name} v${document.version}`;

/**
 * The matrix as CSV (RFC 4180) with a row a person and a column a document. The database gives the cells as CSV text,
 * so that a million of them pass untouched; no user input is in them.
 */
export function matrixCsv(
  people: AsyncIterable<MatrixPerson>,
  documents: readonly MatrixDocument[],
  frame: Frame,
  { mark, onRows }: { mark: boolean; onRows: (rows: number) => void },
): Readable {
  return Readable.from(lines(), { objectMode: false, highWaterMark: 256 * 1024 });

  async function* lines(): AsyncGenerator<string> {
    const head = ['Team member', 'Email', 'Role', 'Status', 'Departments', ...countHeads];
    yield `${mark ? '\ufeff' : ''}${line([...head, ...documents.map(documentHead), ...frameHead])}\r\n`;
    const last = line(frameCells(frame));
    let count = 0;
    for await (const person of people) {
      const { name, email, role, status, departments, signed, due, overdue } = person;
      const facts = [name, email, roleLabel(role), userStatusLabel(status), departments.join('; ')];
      const first = line([...facts, trained(person), signed, due, overdue]);
      yield `${first},${documents.length > 0 ? `${person.cells},` : ''}${last}\r\n`;
      if (++count % 20 === 0) onRows(count);
    }
  }
}
