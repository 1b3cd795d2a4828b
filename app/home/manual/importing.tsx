import { Link } from '@remix-run/react';
import type { Chapter } from './chapter.ts';

/** How the library of another system comes in. */
export const importing: Chapter = {
  id: 'importing',
  title: 'Importing a library',
  who: 'For Admins',
  body: (
    <>
      <p>
        <Link to="/dashboard/import">Import</Link> in the settings brings the documents of another system, with their
        versions and training. Fill in the workbook or the CSV files: one row for each document, version and training.
        The table of relations may say what a document has to do with another of the same import, for example that it
        refers to it. Send the tables with the PDFs, one by one, as a folder or as ZIP. If the operator of the server
        copied the files into its storage, choose their folder under Files in storage instead.
      </p>
      <p>
        The preview reads everything and records nothing in documents. Its page counts what is in the source and what
        would be imported, and lists the problems by kind; the CSV names each row. Create what is missing, accept how
        long titles are cut, and preview again, as often as you like. Where a date can be read in two ways, choose the
        order of day and month. Dates that cannot have happened in their order, and people who may be the same, can be
        accepted as exceptions, with a reason. To change the source itself, send only the files that changed.
      </p>
      <p>
        Without a problem, compare the sample with the source: at least 30 rows and one in twenty, which nobody chose.
        Say of each row whether it is equal, and sign. One row that differs ends the import. Then another admin, who
        neither began it nor compared it, is asked by email and in Start here, and approves with a signature. The import
        runs by itself and shows its documents once all are recorded; until then it can be abandoned. Where another
        document takes a title or a number meanwhile, the import waits and its page names both. The migration report, as
        PDF and CSV, names every file, problem and verdict, and both signatures.
      </p>
      <p>
        Approvals of the old system are shown as the claim of their source, never as signatures. Imported training
        counts in the matrix, marked as imported. Related documents stand on the record of both documents, as claimed.
      </p>
    </>
  ),
};
