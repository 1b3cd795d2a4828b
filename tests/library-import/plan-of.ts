import { createHash } from 'node:crypto';
import { packColumns, type PackProblem, type PackTable } from '#app/library-import/source-pack/columns.ts';
import type { DayOrders } from '#events/import/events.ts';
import type { FormerPerson, OrganisationFacts } from '#app/library-import/queries/facts.ts';
import { makePlan } from '#app/library-import/source-pack/make-plan.ts';
import { pathKey } from '#app/library-import/source-pack/pack-paths.ts';
import type { PackFile } from '#app/library-import/source-pack/plan.ts';
import { readPack } from '#app/library-import/source-pack/read-pack.ts';
import { sheetOf } from '#app/adapters/spreadsheet/sheet.ts';
import { library, type Library, type Tables } from '#tests/support/source-pack.ts';

export const owner = { uid: '0199a1b2-0000-7000-8000-000000000021', name: 'Inès Okafor' };
export const facts: OrganisationFacts = {
  zone: 'Europe/Berlin',
  people: new Map([['ines@aldous.example', { ...owner, role: 'AUTHOR', status: 'ACTIVE' }]]),
  departments: new Map([['quality', { uid: '0199a1b2-0000-7000-8000-000000000030', name: 'Quality' }]]),
  areas: new Map([['qa', 'QA']]),
  titles: new Set(['reinigung']),
  numbers: new Map([['SOP 077', 'QA']]),
};

export interface Pack extends Library {
  /** Why files cannot be used, by their names. */
  refusals: Record<string, string>;
  importedAt: string | null;
  accepted: Map<string, NonNullable<PackProblem['accepted']>>;
  dayOrders: DayOrders;
  /** Titles that the importer accepted to be cut. */
  cuts: Map<string, string>;
  /** Columns that a table lacks. */
  without: Partial<Record<PackTable, string[]>>;
  /** More heads of the table of documents. */
  heads: string[];
  former: FormerPerson[];
}

/** The plan of a library of three documents, after `spoil` planted a fault in it. */
export function planOf(spoil: (pack: Pack) => void = () => undefined) {
  const pack: Pack = {
    ...library(3, 'ines@aldous.example', 'ines@aldous.example'),
    refusals: {},
    without: {},
    heads: [],
    former: [],
    cuts: new Map(),
    accepted: new Map(),
    dayOrders: {},
    importedAt: null,
  };
  spoil(pack);
  const sheets = new Map(
    (Object.keys(packColumns) as PackTable[]).map((table) => {
      const columns = packColumns[table].filter((column) => !pack.without[table]?.includes(column));
      const cellsOf = (row: Record<string, string>) => columns.map((column) => row[column] ?? '');
      const rows = pack.tables[table].map((row) => [...cellsOf(row), ...(row['+'] ? [row['+']] : [])]);
      return [
        table,
        sheetOf(
          [[...columns, ...(table === 'documents' ? pack.heads : [])], ...rows].map((cells, at) => ({
            number: at + 1,
            cells,
          })),
          100,
        ),
      ];
    }),
  );
  const files = new Map<string, PackFile>();
  for (const [path, bytes] of Object.entries(pack.files)) {
    const name = path.split('/').at(-1)!;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = { objectKey: name, name, mediaType: 'application/pdf', size: bytes.length, sha256, pages: 1 };
    const refusal = pack.refusals[name];
    files.set(pathKey(path), refusal ? { name, refusal } : { name, file });
  }
  const { rows, problems, absent } = readPack(sheets);
  const plan = makePlan({
    importUid: owner.uid,
    source: 'QDoc',
    rows,
    absent,
    found: problems,
    former: pack.former,
    accepted: pack.accepted,
    dayOrders: pack.dayOrders,
    files,
    facts,
    cuts: pack.cuts,
    importedAt: pack.importedAt,
    now: '2026-03-12T08:00:00.000Z',
  });
  return { ...plan, problems: [...problems, ...plan.problems] };
}

export const set = (table: PackTable, row: number, cells: Record<string, string>) => (pack: { tables: Tables }) =>
  void Object.assign(pack.tables[table][row]!, cells);
export const add = (table: PackTable, of: number, cells: Record<string, string>) => (pack: { tables: Tables }) =>
  void pack.tables[table].push({ ...pack.tables[table][of]!, ...cells });
export const named = (problems: ReturnType<typeof planOf>['problems']) =>
  problems.map(({ kind, table, row, column }) => [kind, table ?? '-', row ?? '-', column ?? '-'].join(' '));
