import type { Instant } from '#events/time.ts';

/** The tables of a source pack and their columns: a sheet of a workbook each, or a CSV file of this name. */
export const packColumns = {
  people: ['staff number', 'first name', 'last name', 'email'],
  departments: ['name'],
  documents: [
    'key',
    'title',
    'type',
    'area',
    'number',
    'owner',
    'departments',
    'training interval',
    'review interval',
    'retired on',
  ],
  versions: [
    'document',
    'version',
    'title',
    'approved on',
    'approved by',
    'effective on',
    'superseded on',
    'pdf',
    'working file',
    'evidence file',
    'reason',
  ],
  relations: ['document', 'related document', 'relation'],
  training: ['person', 'document', 'version', 'completed on', 'kind', 'trainer', 'score', 'evidence file'],
} as const;

export type PackTable = keyof typeof packColumns;
export const packTables = Object.keys(packColumns) as PackTable[];
export type Column<T extends PackTable> = (typeof packColumns)[T][number];

/** The columns without which no row says anything. A column that may be empty may be missing. */
export const neededColumns: { readonly [T in PackTable]: readonly Column<T>[] } = {
  people: [],
  departments: ['name'],
  documents: ['key', 'title', 'type', 'area', 'owner'],
  versions: ['document', 'version', 'effective on', 'pdf'],
  relations: ['document', 'related document', 'relation'],
  training: ['person', 'document', 'version', 'completed on'],
};

export const dateColumns = [
  ['documents', 'retired on'],
  ['versions', 'approved on'],
  ['versions', 'effective on'],
  ['versions', 'superseded on'],
  ['training', 'completed on'],
] as const;

/** A row of a table, by its columns in lower case; empty where the cell is. */
export interface PackRow<T extends PackTable> {
  table: T;
  /** As spreadsheet programs count, from 1. */
  number: number;
  cells: Record<Column<T>, string>;
  /** The days of cells that hold a date and not a text. */
  days: Partial<Record<Column<T>, string>>;
}

export type PackRows = { [T in PackTable]: PackRow<T>[] };
/** By table: the columns that the source does not have. */
export type AbsentColumns = Partial<Record<PackTable, readonly string[]>>;

/** The kinds of problems, which a list of them is sorted by. A warning stops nothing. */
export const problemKinds = {
  imported_before: 'The library was imported before',
  table_missing: 'A table is missing',
  column_missing: 'A column is missing',
  column_twice: 'Two columns have the same head',
  surplus_cells: 'A row has more cells than the table has heads',
  required: 'A value is missing',
  cell_fault: 'A cell does not show its value',
  formula: 'A cell is a formula',
  value: 'A value cannot be used',
  title_taken: 'The title is taken',
  title_cut: 'A long title is cut',
  title_too_long: 'The title is too long',
  number_taken: 'The number is taken',
  unknown_area: 'The functional area is unknown',
  unknown_department: 'The department is unknown',
  unknown_person: 'The person is unknown',
  shared_address: 'Two people share an address',
  address_of_another: 'The address belongs to somebody here with another name',
  person_in_doubt: 'It is open whether two people are the same',
  unknown_document: 'The document is unknown',
  twice: 'The same thing stands in two rows',
  version_not_growing: 'A version does not follow the one before',
  two_in_force: 'More than one version is in force',
  out_of_order: 'Dates are in an order that cannot have happened',
  date_order: 'The order of day and month is open',
  date_unreadable: 'A date cannot be read',
  date_in_future: 'A date is in the future',
  file_missing: 'A file is missing',
  file_refused: 'A file cannot be used',
  file_unclear: 'A name fits more than one file',
  file_unnamed: 'No row names the file',
  same_file: 'Two versions have the same file',
  passed_over: 'Files of operating systems are passed over',
} as const;
export type ProblemKind = keyof typeof problemKinds;

export const warningKinds: readonly ProblemKind[] = ['same_file', 'title_cut', 'passed_over'];
/** What an admin may accept as an exception, with a reason: it may have happened, or be so, after all. */
export const acceptableKinds: readonly ProblemKind[] = ['out_of_order', 'person_in_doubt'];

export interface PackProblem {
  kind: ProblemKind;
  table: PackTable | null;
  row: number | null;
  column: string | null;
  says: string;
  /** The department or area that could be created. */
  missing?: string;
  /** The title of the source and what it would be cut to. */
  title?: { given: string; cut: string };
  /** Who accepted it as an exception, and why. */
  accepted?: { by: string; at: Instant; reason: string };
}

export const isWarning = ({ kind, accepted }: PackProblem): boolean =>
  warningKinds.includes(kind) || accepted !== undefined;

export const isAcceptable = (problem: PackProblem): boolean =>
  acceptableKinds.includes(problem.kind) && !isWarning(problem);
