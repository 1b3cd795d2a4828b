import type { Readable } from 'node:stream';
import { ok, type Result } from '#events/failures.ts';
import type { SignatureRequest } from '#app/adapters/pdf/certified-pdf.ts';
import { readAlphabet, readFrame } from '#app/reports/queries/frame.ts';
import { countMatrixPeople, readLongestNames, readMatrixDocuments, streamMatrix } from '#app/reports/queries/matrix.ts';
import { readMatrixRates } from '#app/reports/queries/matrix-rates.ts';
import { checkMatrixCells } from '#app/reports/queries/matrix-size.ts';
import type { TableRequest } from '#app/reports/queries/names.ts';
import { countRecords, partOfRecords, streamRecords, type RecordCounts } from '#app/reports/queries/records.ts';
import type { Part, Source } from '#app/reports/queries/source.ts';
import type { Frame } from '#app/adapters/pdf/report/frame.ts';
import { listOf } from '#app/reports/lists.ts';
import { matrixCsv } from '#app/reports/matrix/matrix-csv.ts';
import { recordsReport } from '#app/reports/definitions/records-report.ts';
import { isoDay } from '#app/ui/text/date.ts';
import { recordFilters } from '#app/reports/making/size.ts';
import { tableCsv, type TableReport } from '#app/adapters/pdf/report/table-report.ts';

export interface Making {
  /** The name of the requester in the report. */
  madeBy: string;
  /** What does not match the signed ledger, in sentences; null: all matches. */
  damage: string | null;
  /** Of a PDF: the signature that it is drawn with the place of. */
  signature: SignatureRequest | null;
  /** Called from time to time with the number of finished rows. */
  onRows?: (rows: number) => void;
}

export interface MadeReport {
  frame: Frame;
  /** Reads from the source, which must stay open until its end. */
  body: Readable;
}

/** Makes a report of rows. Equal positions, filters, formats, makers and signatures give equal bytes. */
export async function makeReport(
  source: Source,
  request: TableRequest,
  { madeBy, damage, signature, onRows = () => undefined }: Making,
): Promise<Result<MadeReport>> {
  const read = await readFrame(source, request, madeBy);
  if (!read.ok) return read;
  const frame = { ...read.value, damage };
  const { format, mark } = request;
  const made = (body: Readable) => ok({ frame, body });
  if (request.name === 'training-matrix') return makeMatrix(source, request, frame, { signature, onRows });
  const alphabet = format === 'pdf' ? await readAlphabet(source) : [];
  const report = await tableOf(source, request, { alphabet });
  if (format === 'csv') return made(tableCsv(report, frame, { mark, onRows }));
  const { tablePdf } = await import('#app/adapters/pdf/report/table-pdf.ts');
  return made(await tablePdf(report, frame, { signature, onRows }));
}

async function makeMatrix(
  source: Source,
  { filters, format, mark }: TableRequest,
  frame: Frame,
  { signature, onRows }: Required<Pick<Making, 'signature' | 'onRows'>>,
): Promise<Result<MadeReport>> {
  const documents = await readMatrixDocuments(source, filters);
  const rows = streamMatrix(source, filters, documents);
  if (format === 'csv') return ok({ frame, body: matrixCsv(rows, documents, frame, { mark, onRows }) });
  const people = await countMatrixPeople(source, filters, documents);
  const fits = checkMatrixCells(people * documents.length);
  if (!fits.ok) return fits;
  // The PDF library takes 30 MB of memory, which a CSV does not need.
  const { matrixPdf } = await import('#app/reports/matrix/matrix-pdf.ts');
  const body = await matrixPdf(rows, frame, {
    documents,
    alphabet: await readAlphabet(source),
    rates: await readMatrixRates(source, filters, { documents, all: documents }),
    longest: await readLongestNames(source, filters, documents),
    today: isoDay(source.at, source.zone),
    people,
    signature,
    onRows,
  });
  return ok({ frame, body });
}

/** The rows of a report or of a part of it, with their columns. `counts`: those of training records, if known. */
export async function tableOf(
  source: Source,
  { name, filters }: Pick<TableRequest, 'name' | 'filters'>,
  { alphabet, part, counts }: { alphabet: readonly string[]; part?: Part; counts?: RecordCounts | undefined },
): Promise<TableReport<unknown>> {
  const { zone, at } = source;
  const list = listOf(name);
  if (list) return list.report(list.rows(source, filters, part), { zone, alphabet });
  const narrowed = recordFilters({ name, filters });
  const counted = counts ?? (await countRecords(source, narrowed));
  const rows = streamRecords(source, narrowed, part && partOfRecords(counted, part));
  return recordsReport(rows, { totals: counted.totals, zone, at, alphabet }) as TableReport<unknown>;
}
