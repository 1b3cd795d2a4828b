import { ok, refuse, type Result } from '#events/failures.ts';
import { pageWithin, rowsOf } from '#app/kit/query/paging.ts';
import { readFrame } from '#app/reports/queries/frame.ts';
import {
  countMatrixPeople,
  readMatrixDocuments,
  readMatrixPart,
  readMatrixPlaces,
  type MatrixDocument,
  type MatrixRow,
  type RateOrder,
} from '#app/reports/queries/matrix.ts';
import { placesByRate, readMatrixRates, type MatrixRates } from '#app/reports/queries/matrix-rates.ts';
import { readPlots, type Plots } from '#app/reports/queries/plots.ts';
import { withSource, type Source } from '#app/reports/queries/source.ts';
import type { Ports } from '#app/kit/ports.ts';
import { fullName, type Viewer } from '#app/kit/query/viewer.ts';
import type { Frame } from '#app/adapters/pdf/report/frame.ts';
import { tableOf } from '#app/reports/making/make-report.ts';
import { atItsMoment, type TableRequest } from '#app/reports/queries/names.ts';
import { sizeOf } from '#app/reports/making/size.ts';
import { isoDay } from '#app/ui/text/date.ts';

/** The rows on a page of the screen, and the documents across the matrix. */
export const previewRows = 50;
export const previewDocuments = 24;

/** A column with a smaller share of the paper holds one short value. */
const shortShare = 24;

/** One page of a report, with the words of its PDF. */
export interface TablePreview {
  frame: Frame;
  /** `short`: holds one short value, such as a date, which must not wrap. */
  columns: { head: string; short: boolean }[];
  /** `group`: the person or area that the row belongs to, and whether the row is its first. */
  rows: { key: string; group: { title: string; begins: boolean } | null; cells: string[] }[];
  summary: string;
  empty: string;
  total: number;
  /** The last page when a later one was requested. */
  page: number;
  /** The rows on it. */
  size: number;
}

type ReadPorts = Pick<Ports, 'database' | 'now'>;
type PreviewRequest = Pick<TableRequest, 'name' | 'filters' | 'position' | 'at'>;

/** A page of a report's rows, `page` from 1 (or every row), for a request that `permitted` has allowed. */
export const previewTable = (
  ports: ReadPorts,
  viewer: Viewer,
  request: PreviewRequest,
  page: number,
): Promise<Result<TablePreview>> =>
  fromSource(ports, viewer, request, async (source, frame) => {
    const { rows: total, counts } = await sizeOf(source, request);
    const { page: at, size, offset } = rowsOf(page, total, previewRows);
    const part = { offset, limit: size };
    const { rows, paper } = await tableOf(source, request, { alphabet: [], part, counts });
    const shown: TablePreview['rows'] = [];
    let group: string | undefined;
    for await (const row of rows) {
      const next = paper.group?.(row);
      shown.push({
        key: String(part.offset + shown.length),
        group: next ? { title: next.title, begins: next.key !== group } : null,
        cells: paper.texts(row),
      });
      group = next?.key;
    }
    const columns = paper.columns.map(({ head, share }) => ({ head, short: share <= shortShare }));
    return { frame, columns, rows: shown, summary: paper.summary, empty: paper.empty, total, page: at, size };
  });

/** One page of the matrix. Dates are days of the organisation's, as `2026-03-12`. */
export interface MatrixPreview {
  frame: Frame;
  /** The day at which due and overdue are judged. */
  today: string;
  documents: MatrixDocument[];
  people: MatrixRow[];
  /** Of the documents that are shown, in order, and of all of them. */
  rates: MatrixRates;
  documentTotal: number;
  peopleTotal: number;
  /** Which page of people, and which of documents: the last one where a later one was asked for. */
  place: MatrixPlace;
}

interface MatrixPlace {
  page: number;
  across: number;
}

/** `sort`: by percent trained instead of by department and number. */
export interface AskedMatrix extends MatrixPlace {
  sort?: { people: RateOrder | undefined; documents: RateOrder | undefined };
}

/** So many people by so many documents of the matrix; both pages from 1. */
export const previewMatrix = (
  ports: ReadPorts,
  viewer: Viewer,
  request: PreviewRequest,
  asked: AskedMatrix,
): Promise<Result<MatrixPreview>> =>
  fromSource(ports, viewer, request, (source, frame) => readMatrix(source, frame, request, asked));

/** The matrix with what the pictures beside it are drawn from, of one ledger position. */
export const previewPast = (
  ports: ReadPorts,
  viewer: Viewer,
  request: PreviewRequest,
  asked: AskedMatrix,
): Promise<Result<{ matrix: MatrixPreview; plots: Plots }>> =>
  fromSource(ports, viewer, request, async (source, frame) => ({
    matrix: await readMatrix(source, frame, request, asked),
    plots: await readPlots(source),
  }));

async function readMatrix(
  source: Source,
  frame: Frame,
  { filters }: PreviewRequest,
  { sort, ...asked }: AskedMatrix,
): Promise<MatrixPreview> {
  const listed = await readMatrixPlaces(source, filters);
  const all = sort?.documents ? await placesByRate(source, filters, listed, sort.documents) : listed;
  const peopleTotal = await countMatrixPeople(source, filters, all);
  const place = {
    page: pageWithin(asked.page, peopleTotal, previewRows),
    across: pageWithin(asked.across, all.length, previewDocuments),
  };
  const part = {
    people: { offset: (place.page - 1) * previewRows, limit: previewRows },
    across: { offset: (place.across - 1) * previewDocuments, limit: previewDocuments },
    byRate: sort?.people,
  };
  const shown = all.slice(part.across.offset, part.across.offset + previewDocuments);
  const documents = await readMatrixDocuments(source, filters, shown);
  // What a person has signed and not is counted over every document; the cells are those that are shown.
  const people = await readMatrixPart(source, filters, all, part);
  const rates = await readMatrixRates(source, filters, { documents: shown, all });
  const today = isoDay(source.at, source.zone);
  return { frame, today, documents, people, rates, documentTotal: all.length, peopleTotal, place };
}

async function fromSource<T>(
  { database, now }: ReadPorts,
  viewer: Viewer,
  request: PreviewRequest,
  read: (source: Source, frame: Frame) => Promise<T>,
): Promise<Result<T>> {
  const { position, at } = atItsMoment(request, now());
  const answer = await withSource(database, { org: viewer.org, position, at }, async (source): Promise<Result<T>> => {
    const frame = await readFrame(source, request, fullName(viewer));
    return frame.ok ? ok(await read(source, frame.value)) : refuse(frame.failure.code);
  });
  return answer.ok ? answer.value : answer;
}
