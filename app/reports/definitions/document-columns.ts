import type { DocumentType } from '#events/document/events.ts';
import { typeLabel } from '#events/document/type.ts';
import { versionCell, type Cell } from '#app/adapters/pdf/report/csv.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

interface Row {
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  name: string;
  version: string;
}

/** The columns with which the CSV of a report of documents begins. */
export const documentColumns = {
  head: ['Document', 'Type', 'Functional area', 'Title', 'Version'],
  cells: (row: Row): Cell[] => [
    documentNumber(row),
    typeLabel(row.type),
    row.functionalArea,
    row.name,
    versionCell(row.version),
  ],
};
