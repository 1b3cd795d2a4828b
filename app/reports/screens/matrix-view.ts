import { addresses } from '#app/kit/addresses.ts';
import { checkMatrixCells } from '#app/reports/queries/matrix-size.ts';
import { cellOf, type RateOrder } from '#app/reports/queries/matrix.ts';
import type { ReportRequest } from '#app/reports/queries/names.ts';
import { inDigits } from '#app/ui/text/count.ts';
import { trained } from '#app/reports/matrix/matrix-csv.ts';
import { documentAddress } from '#app/kit/screen/document-address.ts';
import { daysIn } from '#app/reports/matrix/matrix-cell.ts';
import { previewDocuments, previewRows, type MatrixPreview } from '#app/reports/making/preview.ts';
import type { MatrixMark } from '#app/reports/screens/matrix/matrix.tsx';
import { showDate, showMoment } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

/**
 * The matrix as the page shows it: what a cell says is worked out on the server. Of the past, links lead to the same
 * moment.
 */
export function shownMatrix(
  { frame, today, documents, people, rates, documentTotal, peopleTotal, place }: MatrixPreview,
  { filters, position }: ReportRequest,
  sort: { people?: RateOrder | undefined; documents?: RateOrder | undefined } = {},
) {
  const now = Date.parse(today);
  const asof = position === null ? undefined : frame.at;
  const fits = checkMatrixCells(peopleTotal * documentTotal);
  const mark = (word: string, record: string): MatrixMark | null => {
    const cell = cellOf(word);
    return (
      cell && {
        to: addresses.trainingRecord(record, asof),
        state: cell.state,
        carriedFrom: cell.carriedFrom,
        imported: cell.imported,
        days: cell.state === 'signed' ? null : daysIn(cell, now),
        date: showDate(cell.date, 'UTC'),
      }
    );
  };
  return {
    filters: { ...filters, gaps: filters.gaps },
    day: showDate(today, 'UTC'),
    asOf: { position: inDigits(frame.position), time: showMoment(frame.at) },
    documents: documents.map((document, index) => ({
      uid: document.uid,
      name: document.name,
      number: documentNumber(document),
      to: documentAddress({ uid: document.uid, status: 'EFFECTIVE' }, asof),
      rate: rates.documents[index] ?? null,
    })),
    rate: rates.all,
    people: people.map(({ uid, name, group, cells, records, ...counts }) => ({
      uid,
      name,
      to: addresses.memberTraining(uid, asof),
      group: sort.people ? null : (group ?? 'No department'),
      rate: trained(counts),
      marks: documents.length === 0 ? [] : cells.split(',').map((word, index) => mark(word, records[index] ?? '')),
    })),
    sort,
    place,
    size: { people: previewRows, documents: previewDocuments },
    totals: {
      people: peopleTotal,
      documents: documentTotal,
      tooLargeForPdf: fits.ok ? null : (fits.failure.detail ?? null),
    },
  };
}

export type MatrixView = ReturnType<typeof shownMatrix>;
