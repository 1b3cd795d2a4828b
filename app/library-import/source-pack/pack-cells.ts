import { nameProblem } from '#events/document/name.ts';
import type { Named } from '#events/common.ts';
import type { StoredFile } from '#events/document/events.ts';
import { limits } from '#events/limits.ts';
import { lengthOf, nameKey } from '#events/text.ts';
import { normaliseEmail } from '#events/user/email.ts';
import { dayIn } from '#events/time.ts';
import type {
  Column,
  PackProblem,
  PackRow,
  PackRows,
  PackTable,
  ProblemKind,
} from '#app/library-import/source-pack/columns.ts';
import type { KnownPerson, OrganisationFacts } from '#app/library-import/queries/facts.ts';
import type { PackFile, Plan } from '#app/library-import/source-pack/plan.ts';
import { uidOf } from '#app/library-import/source-pack/uids.ts';

export interface PackGiven {
  importUid: string;
  rows: PackRows;
  /** By base name in lower case. */
  files: ReadonlyMap<string, PackFile>;
  facts: OrganisationFacts;
  now: string;
  /** When the same library was imported before. */
  importedAt?: string | null;
  /** Titles that the importer accepted to be cut, and what they are cut to. */
  cuts?: ReadonlyMap<string, string>;
}

/** As much of a title as is allowed, without the beginning of a last word, unless that word is a long one. */
function cutTitle(title: string): string {
  const letters = [...title];
  const cut = letters.slice(0, limits.documentName).join('');
  return (/\S/.test(letters[limits.documentName]!) ? cut.replace(/\s\S{0,19}$/, '') : cut).trimEnd();
}

export const keyOf = (text: string): string => nameKey(text);

/** Reads the cells of a pack, and names what is wrong with each. */
export class PackCells {
  readonly problems: PackProblem[] = [];
  protected readonly used = new Set<string>();
  protected readonly people = new Map<string, Named & { known: KnownPerson | null }>();
  protected readonly left: Plan['people'] = [];

  constructor(protected readonly given: PackGiven) {}

  protected say<T extends PackTable>(
    row: PackRow<T>,
    column: Column<T>,
    kind: ProblemKind,
    says: string,
    more: Pick<PackProblem, 'missing' | 'title'> = {},
  ): void {
    this.problems.push({ kind, table: row.table, row: row.number, column, says, ...more });
  }

  protected readPeople(): void {
    const { facts, rows, importUid } = this.given;
    for (const [email, known] of facts.people) if (email) this.people.set(email, { ...known, known });
    for (const row of rows.people) {
      const { 'staff number': staff, 'first name': firstName, 'last name': lastName, email } = row.cells;
      if (!staff && !email) this.say(row, 'staff number', 'required', 'Enter a staff number or an e-mail.');
      const known = email ? facts.people.get(normaliseEmail(email)) : undefined;
      if (staff && this.people.has(keyOf(staff))) this.say(row, 'staff number', 'twice', `${staff} stands twice.`);
      if (known) {
        if (staff) this.people.set(keyOf(staff), { ...known, known });
        continue;
      }
      if (!firstName || !lastName) this.say(row, 'last name', 'required', 'Enter first name and last name.');
      const user = uidOf(importUid, 'person', staff || email);
      const person = { uid: user, name: `${firstName} ${lastName}`, known: null };
      if (staff) this.people.set(keyOf(staff), person);
      if (email) this.people.set(normaliseEmail(email), person);
      const data = { user, firstName, lastName, staffNumber: staff || null, import: importUid };
      this.left.push({ row: row.number, data });
    }
    for (const row of rows.departments) this.departments(row, 'name', row.cells.name);
  }

  protected person<T extends PackTable>(row: PackRow<T>, column: Column<T>, text: string) {
    const found = this.people.get(normaliseEmail(text)) ?? this.people.get(keyOf(text));
    if (!text) this.say(row, column, 'required', 'Enter an e-mail or a staff number.');
    else if (!found)
      this.say(row, column, 'unknown_person', `There is no person ${text}, here or in the table people.`);
    return found;
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
    if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
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
    const day = readDay(text);
    if (!day) this.say(row, column, 'date_unreadable', `${text} cannot be read. Write it as 2019-03-01.`);
    else if (isFuture(day, this.given.now, this.given.facts.zone))
      this.say(row, column, 'date_in_future', `${text} is in the future.`);
    return day;
  }

  protected file<T extends PackTable>(row: PackRow<T>, column: Column<T>, text: string): StoredFile | null {
    if (!text) return null;
    const base = baseName(text);
    this.used.add(base);
    const found = this.given.files.get(base);
    if (!found) this.say(row, column, 'file_missing', `${text} is not in the pack.`);
    else if ('refusal' in found) this.say(row, column, 'file_refused', `${text}: ${found.refusal}`);
    else return found.file;
    return null;
  }
}

/** The name of a file without its folders, in lower case. */
export const baseName = (name: string): string => (name.split(/[/\\]/).at(-1) ?? '').toLowerCase();

const european = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/;
const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/;

/**
 * Reads a day: as ISO 8601, or day before month before year with dots or slashes. Null where it is none. A month that
 * comes before the day is ambiguous, so it is not read.
 */
export function readDay(text: string): string | null {
  const parts = iso.exec(text)?.slice(1) ?? european.exec(text)?.slice(1).toReversed();
  if (!parts) return null;
  const [year, month, day] = parts.map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year > 1900 && year < 3000;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

const isFuture = (day: string, now: string, zone: string): boolean => day > dayIn(now, zone);
