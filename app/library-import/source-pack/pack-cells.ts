import { nameProblem } from '#events/document/name.ts';
import type { Named } from '#events/common.ts';
import type { StoredFile } from '#events/document/events.ts';
import type { DayOrders } from '#events/import/events.ts';
import { limits } from '#events/limits.ts';
import { lengthOf, nameKey } from '#events/text.ts';
import type { Instant } from '#events/time.ts';
import {
  acceptableKinds,
  neededColumns,
  packTables,
  type AbsentColumns,
  type Column,
  type PackProblem,
  type PackRow,
  type PackRows,
  type PackTable,
  type ProblemKind,
} from '#app/library-import/source-pack/columns.ts';
import { isFuture, judgeDates, readDay, type JudgedColumn } from '#app/library-import/source-pack/dates.ts';
import type { FormerPerson, OrganisationFacts } from '#app/library-import/queries/facts.ts';
import { PackPaths } from '#app/library-import/source-pack/pack-paths.ts';
import type { PackFile } from '#app/library-import/source-pack/plan.ts';

export interface PackGiven {
  importUid: string;
  rows: PackRows;
  /** Columns that the source does not have. */
  absent?: AbsentColumns;
  /** Problems of the tables, of which a cell says nothing more. */
  found?: readonly PackProblem[];
  /** By name as `pathKey` has it. */
  files: ReadonlyMap<string, PackFile>;
  /** The system that the pack comes from. */
  source?: string;
  /** People whom earlier imports recorded as left. */
  former?: readonly FormerPerson[];
  /** Answers for columns of dates. */
  dayOrders?: DayOrders;
  /** Problems that were accepted as exceptions, by `exceptionKey`. */
  accepted?: ReadonlyMap<string, NonNullable<PackProblem['accepted']>>;
  facts: OrganisationFacts;
  now: Instant;
  /** When the same library was imported before. */
  importedAt?: Instant | null;
  /** Titles that the importer accepted to be cut, and what they are cut to. */
  cuts?: ReadonlyMap<string, string>;
}

/** As much of a title as is allowed, without the beginning of a last word, unless that word is a long one. */
function cutTitle(title: string): string {
  const letters = [...title];
  const cut = letters.slice(0, limits.documentName).join('');
  return (/\S/.test(letters[limits.documentName]!) ? cut.replace(/\s\S{0,19}$/, '') : cut).trimEnd();
}

interface Exception {
  kind: string;
  table: string | null;
  row: number | null;
  says: string;
}

/** The same for the same problem of another preview. */
export const exceptionKey = ({ kind, table, row, says }: Exception): string => JSON.stringify([kind, table, row, says]);

const cellKey = (table: string | null, row: number | null, column: string | null): string =>
  `${table} ${row} ${column}`;

export const keyOf = (text: string): string => nameKey(text);

/** Reads the cells of a pack, and names what is wrong with each. */
export class PackCells {
  readonly problems: PackProblem[] = [];
  protected readonly used = new Set<string>();
  readonly #paths: PackPaths;
  readonly #faulty: ReadonlySet<string>;
  readonly #missing = new Map<PackTable, Set<string>>();
  protected readonly dates: JudgedColumn[];
  readonly #orders: ReadonlyMap<string, JudgedColumn>;

  constructor(protected readonly given: PackGiven) {
    const { found = [], files, rows, dayOrders = {}, absent = {} } = given;
    this.#paths = new PackPaths(files.keys());
    this.#faulty = new Set(found.map(({ table, row, column }) => cellKey(table, row, column)));
    this.dates = judgeDates(rows, dayOrders);
    this.#orders = new Map(this.dates.map((judged) => [`${judged.table} ${judged.column}`, judged]));
    for (const table of packTables) {
      const needed: readonly string[] = rows[table].length > 0 ? neededColumns[table] : [];
      const missing = absent[table]?.filter((column) => needed.includes(column)) ?? [];
      if (missing.length > 0) this.#missing.set(table, new Set(missing));
    }
  }

  /** Whether columns are missing without which the rows of the tables say nothing. */
  protected get isWithoutColumns(): boolean {
    return this.#missing.size > 0;
  }

  /** Whether dates could still be read in another order, so that nothing can be said of what came first. */
  protected get isOrderOpen(): boolean {
    return this.dates.some(({ order, against }) => order === null || against !== null);
  }

  protected say<T extends PackTable>(
    row: PackRow<T>,
    column: Column<T>,
    kind: ProblemKind,
    says: string,
    more: Pick<PackProblem, 'missing' | 'title'> = {},
  ): void {
    const { table, number } = row;
    const { absent = {}, accepted } = this.given;
    if (this.#faulty.has(cellKey(table, number, column))) return;
    // One problem for the table, and not one for each row.
    if (kind === 'required' && absent[table]?.includes(column)) {
      this.#missing.set(table, (this.#missing.get(table) ?? new Set()).add(column));
      return;
    }
    const problem: PackProblem = { kind, table, row: number, column, says, ...more };
    const exception = acceptableKinds.includes(kind) ? accepted?.get(exceptionKey(problem)) : undefined;
    this.problems.push({ ...problem, ...(exception && { accepted: exception }) });
  }

  /** Names the missing columns of each table. */
  protected sayColumns(): void {
    for (const [table, columns] of this.#missing) {
      const names = [...columns].map((column) => `“${column}”`).join(', ');
      const says = `The table ${table} has no ${columns.size === 1 ? 'column' : 'columns'} ${names}.`;
      const problem = { kind: 'column_missing', table, row: null, column: [...columns].join(', ') } as const;
      this.problems.push({ ...problem, says: `${says} Choose the columns of the source.` });
    }
  }

  protected sayDates(): void {
    for (const { table, column, order, example, row, against } of this.dates) {
      const both = (['day_first', 'month_first'] as const).map((one) => readDay(example, one)).join(' or ');
      if (order === null)
        this.problems.push({ kind: 'date_order', table, row, column, says: `${example} can be ${both}. Say which.` });
      if (against)
        this.problems.push({
          kind: 'date_order',
          table,
          row: against.row,
          column,
          says: `${against.cell} does not have the order of the other dates in this column. Write it as 2019-03-01.`,
        });
    }
  }

  protected departments<T extends PackTable>(row: PackRow<T>, column: Column<T>, text: string): Named[] {
    return text.split(/[;|\n]/).flatMap((part) => {
      const name = part.trim();
      const found = this.given.facts.departments.get(keyOf(name));
      if (name && !found)
        this.say(row, column, 'unknown_department', `There is no department ${name}. Create it, then preview again.`, {
          missing: name,
        });
      return found ?? [];
    });
  }

  /** The title, or what it is cut to once the importer accepted that. */
  protected title<T extends PackTable>(row: PackRow<T>, column: Column<T>, given: string): string {
    const accepted = this.given.cuts?.get(given);
    const title = accepted ?? given;
    const problem = nameProblem(title);
    if (accepted !== undefined) this.say(row, column, 'title_cut', `“${given}” is cut to “${accepted}”.`);
    if (lengthOf(title) > limits.documentName) {
      const cut = cutTitle(title);
      const says = `A title has at most ${limits.documentName} characters. Cut: “${cut}”.`;
      this.say(row, column, 'title_too_long', says, { title: { given, cut } });
    } else if (problem) this.say(row, column, title ? 'value' : 'required', problem);
    return title;
  }

  protected days<T extends PackTable>(row: PackRow<T>, column: Column<T>, text: string, otherwise: number): number {
    if (!text) return otherwise;
    // A format may divide thousands.
    const days = text.replace(/^(\d)[,’' \u00a0\u202f](?=\d{3}$)/, '$1');
    if (/^[1-9]\d{0,3}$/.test(days)) return Number(days);
    this.say(row, column, 'value', 'Enter a number of days.');
    return otherwise;
  }

  /** A day of the past, or null. */
  protected day<T extends PackTable>(
    row: PackRow<T>,
    column: Column<T>,
    text: string,
    isRequired = false,
  ): string | null {
    if (!text && isRequired) this.say(row, column, 'required', 'Enter a date.');
    if (!text) return null;
    const order = this.#orders.get(`${row.table} ${column}`)?.order ?? 'day_first';
    const day = readDay((row.days as Partial<Record<string, string>>)[column] ?? text, order);
    if (!day) this.#sayUnreadable(row, column, text);
    else if (isFuture(day, this.given.now, this.given.facts.zone))
      this.say(row, column, 'date_in_future', `${text} is in the future.`);
    return day;
  }

  #sayUnreadable<T extends PackTable>(row: PackRow<T>, column: Column<T>, text: string): void {
    // The column says already that it has dates of another order.
    const against = this.#orders.get(`${row.table} ${column}`)?.against;
    if (against && readDay(text, 'day_first') !== readDay(text, 'month_first')) return;
    this.say(row, column, 'date_unreadable', `${text} cannot be read. Write it as 2019-03-01.`);
  }

  protected file<T extends PackTable>(row: PackRow<T>, column: Column<T>, text: string): StoredFile | null {
    if (!text) return null;
    const [key, ...others] = this.#paths.find(text);
    for (const one of [key, ...others]) if (one !== undefined) this.used.add(one);
    const found = key === undefined ? undefined : this.given.files.get(key);
    if (others.length > 0) {
      const names = [key, ...others].map((one) => this.given.files.get(one!)!.name).join(', ');
      this.say(row, column, 'file_unclear', `${text} may be any of these files: ${names}. Write it with its folder.`);
    } else if (!found) this.say(row, column, 'file_missing', `${text} is not in the pack.`);
    else if ('refusal' in found) this.say(row, column, 'file_refused', `${text}: ${found.refusal}`);
    else return found.file;
    return null;
  }
}
