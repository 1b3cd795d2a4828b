import { stringify } from 'csv-stringify/sync';
import { zipSync } from 'fflate';
import { packColumns, type PackTable } from '#app/library-import/source-pack/columns.ts';
import { plainPdf } from '#tests/support/files/plain-pdf.ts';

export type Tables = { [T in PackTable]: Record<string, string>[] };

/** A made-up library, with the truth about it: what a count of the database must find. */
export interface Library {
  tables: Tables;
  files: Record<string, Uint8Array>;
}

/** `size` documents, each but the first related to the one before, with three versions and two rows of training. */
export function library(size: number, owner: string, learner: string, name = 'Verfahren'): Library {
  const tables: Tables = { people: [], departments: [], documents: [], versions: [], relations: [], training: [] };
  const files: Record<string, Uint8Array> = {};
  tables.people.push({ 'staff number': '0042', 'first name': 'Erika', 'last name': 'Muster', email: '' });
  tables.departments.push({ name: 'Quality' });
  for (let n = 1; n <= size; n++) {
    const key = `VA-${2000 + n}/1`;
    tables.documents.push({
      key,
      title: `${name} ${n}`,
      type: 'SOP',
      area: 'QA',
      number: n % 2 ? String(n) : key,
      owner,
      departments: 'Quality',
      'retired on': n % 5 ? '' : '2024-01-31',
    });
    if (n > 1) tables.relations.push({ document: key, 'related document': `VA-${1999 + n}/1`, relation: 'refers to' });
    for (const major of [1, 2, 3]) {
      const pdf = `va-${n}-${major}.pdf`;
      files[`library/${pdf}`] = plainPdf(1, () => `${name} ${n}, Stand ${major}`);
      tables.versions.push({
        document: key,
        version: `${major}.0`,
        'approved on': `20.02.201${major}`,
        'approved by': 'Dr. Weiß; J. Roth',
        'effective on': `01.03.201${major}`,
        'superseded on': major < 3 ? `201${major + 1}-03-01` : '',
        pdf,
      });
      if (major > 1)
        tables.training.push({
          person: major === 2 ? '0042' : learner,
          document: key,
          version: `${major}.0`,
          'completed on': `201${major}-03-05`,
          kind: 'classroom',
        });
    }
  }
  return { tables, files };
}

const csvOf = (table: PackTable, rows: readonly Record<string, string>[]): string =>
  stringify([[...packColumns[table]], ...rows.map((row) => packColumns[table].map((column) => row[column] ?? ''))]);

/** The files of the pack: a CSV for each table and an archive. */
export const packOf = ({ tables, files }: Library, packedOn = '2020-01-01'): { name: string; bytes: Uint8Array }[] => [
  ...(Object.keys(packColumns) as PackTable[]).map((table) => ({
    name: `${table}.csv`,
    bytes: Buffer.from(csvOf(table, tables[table]), 'utf8'),
  })),
  { name: 'files.zip', bytes: zipSync(files, { mtime: packedOn }) },
];
