import { stringify } from 'csv-stringify/sync';
import { roleLabel } from '#events/user/role.ts';
import { role as roles, type Role } from '#events/user/events.ts';
import { cellFaults, type SheetRow } from '#app/adapters/spreadsheet/sheet.ts';

const fields = ['firstName', 'lastName', 'email', 'role', 'departments'] as const;
type Field = (typeof fields)[number];

/** The columns of a list, in their order. */
export const labels: Record<Field, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  role: 'Role',
  departments: 'Departments',
};

/** Names by which a list may call its columns, in lower case without spaces and dashes. */
const names: Record<Field, readonly string[]> = {
  firstName: ['firstname', 'givenname', 'forename'],
  lastName: ['lastname', 'surname', 'familyname'],
  email: ['email', 'emailaddress', 'mail'],
  role: ['role'],
  departments: ['departments', 'department'],
};

/** A person of a list, as the list says it. */
export interface ListedPerson {
  /** The row of the spreadsheet. */
  row: number;
  firstName: string;
  lastName: string;
  email: string;
  role: string;
  departments: string[];
  /** What is wrong with the row, by column; `null`: with the person. */
  problems: { field: string | null; says: string }[];
}

/** Reads the people of a spreadsheet. Its first row may name the columns, in any order; else they are in ours. */
export function peopleIn(rows: readonly SheetRow[]): ListedPerson[] {
  const head = rows[0]?.cells.map((cell) => cell.toLowerCase().replace(/[\s_-]/g, '')) ?? [];
  const placeOf = (field: Field): number => head.findIndex((cell) => names[field].includes(cell));
  const hasHead = placeOf('email') >= 0;
  const at = (field: Field): number => (hasHead ? placeOf(field) : fields.indexOf(field));
  return rows.slice(hasHead ? 1 : 0).map(({ number, cells, formulas, faults = {} }) => {
    const cell = (field: Field): string => cells[at(field)] ?? '';
    return {
      row: number,
      firstName: cell('firstName'),
      lastName: cell('lastName'),
      email: cell('email'),
      role: cell('role'),
      departments: cell('departments')
        .split(/[;|\n]/)
        .flatMap((name) => name.trim() || []),
      problems: fields.flatMap((field) => {
        const fault = faults[at(field)];
        if (fault) return [{ field, says: `${labels[field]}: ${cellFaults[fault]}. Enter its value.` }];
        return formulas.includes(at(field)) ? [{ field, says: `${labels[field]} is a formula. Enter its value.` }] : [];
      }),
    };
  });
}

/** The role of a list's word; an empty one is Employee. Null for another word. */
export const roleIn = (word: string): Role | null =>
  word === ''
    ? 'EMPLOYEE'
    : (roles.options.find((one) => [one, roleLabel(one).toUpperCase()].includes(word.toUpperCase())) ?? null);

/** The list as text, to show and to send again. */
export const listText = (people: readonly ListedPerson[]): string =>
  stringify([
    fields.map((field) => labels[field]),
    ...people.map((person) => [
      person.firstName,
      person.lastName,
      person.email,
      person.role,
      person.departments.join('; '),
    ]),
  ]);
