import type { Readable } from 'node:stream';
import { ok, type Result } from '#events/failures.ts';
import type { SignatureRequest } from '#app/pdf/certified-pdf.ts';
import { streamBreakGlass } from '#app/queries/report/break-glass.ts';
import { streamIdentityGaps } from '#app/queries/report/identity-gaps.ts';
import { streamMethods } from '#app/queries/report/methods.ts';
import { streamChanges } from '#app/queries/report/changes.ts';
import { streamExceptions } from '#app/queries/report/exceptions.ts';
import { streamEffective } from '#app/queries/report/documents.ts';
import { streamFunctionHolders } from '#app/queries/report/functions.ts';
import { readAlphabet, readFrame } from '#app/queries/report/frame.ts';
import { countMatrixPeople, readLongestNames, readMatrixDocuments, streamMatrix } from '#app/queries/report/matrix.ts';
import { readMatrixRates } from '#app/queries/report/matrix-rates.ts';
import { checkMatrixCells } from '#app/queries/report/matrix-size.ts';
import type { TableRequest } from '#app/queries/report/names.ts';
import { streamPeople } from '#app/queries/report/people.ts';
import { countRecords, partOfRecords, streamRecords, type RecordCounts } from '#app/queries/report/records.ts';
import { streamApprovals } from '#app/queries/report/step-approvals.ts';
import type { Part, Source } from '#app/queries/report/source.ts';
import { approvalsReport } from '#app/reports/approval-reports.ts';
import { breakGlassReport, identityGapsReport, methodsReport } from '#app/reports/identity-reports.ts';
import { changesReport } from '#app/reports/documents/changes-report.ts';
import { exceptionsReport } from '#app/reports/documents/exceptions-report.ts';
import { streamOpenRequests } from '#app/queries/report/change-requests.ts';
import { changeRequestsReport } from '#app/reports/documents/change-requests-report.ts';
import { functionsReport } from '#app/reports/functions-report.ts';
import { documentsReport } from '#app/reports/documents-report.ts';
import type { Frame } from '#app/reports/frame.ts';
import { matrixCsv } from '#app/reports/matrix-csv.ts';
import { peopleReport } from '#app/reports/people-report.ts';
import { recordsReport } from '#app/reports/records-report.ts';
import { isoDay } from '#app/ui/text/date.ts';
import { recordFilters } from '#app/reports/size.ts';
import { tableCsv, type TableReport } from '#app/reports/table-report.ts';

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
  const { tablePdf } = await import('#app/reports/table-pdf.ts');
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
  const { matrixPdf } = await import('#app/reports/matrix-pdf.ts');
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
  switch (name) {
    case 'table-of-contents':
      return documentsReport(streamEffective(source, filters, part), { alphabet }) as TableReport<unknown>;
    case 'separation-exceptions':
      return exceptionsReport(streamExceptions(source, filters, part), { alphabet }) as TableReport<unknown>;
    case 'approval-times':
    case 'overdue-approvals':
    case 'deputy-signatures': {
      const rows = streamApprovals(source, name, filters, part);
      return approvalsReport(rows, { report: name, zone, alphabet }) as TableReport<unknown>;
    }
    case 'change-register':
      return changesReport(streamChanges(source, filters, part), { zone, alphabet }) as TableReport<unknown>;
    case 'change-requests':
      return changeRequestsReport(streamOpenRequests(source, filters, part), {
        alphabet,
        zone,
      }) as TableReport<unknown>;
    case 'functions':
      return functionsReport(streamFunctionHolders(source, part), { alphabet }) as TableReport<unknown>;
    case 'active-users':
    case 'all-users': {
      const everybody = name === 'all-users';
      const rows = streamPeople(source, { ...filters, everybody }, part);
      return peopleReport(rows, { zone, alphabet, everybody }) as TableReport<unknown>;
    }
    case 'identity-gaps':
      return identityGapsReport(streamIdentityGaps(source, filters, part), { zone, alphabet }) as TableReport<unknown>;
    case 'sign-ins':
    case 'signatures-by-assurance': {
      const rows = streamMethods(source, name, filters, part);
      return methodsReport(rows, { counted: name, alphabet }) as TableReport<unknown>;
    }
    case 'break-glass':
      return breakGlassReport(streamBreakGlass(source, part), { alphabet }) as TableReport<unknown>;
    default: {
      const narrowed = recordFilters({ name, filters });
      const counted = counts ?? (await countRecords(source, narrowed));
      const rows = streamRecords(source, narrowed, part && partOfRecords(counted, part));
      return recordsReport(rows, {
        totals: counted.totals,
        zone,
        at,
        alphabet,
      }) as TableReport<unknown>;
    }
  }
}
