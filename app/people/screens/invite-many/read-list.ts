import type { z } from 'zod';
import { nameKey } from '#events/text.ts';
import { normaliseEmail } from '#events/user/email.ts';
import { mostInvited, previewInvitations, type inviteMany } from '#app/people/commands/invite-many.ts';
import { listDepartments } from '#app/organisation/queries/list-departments.ts';
import { labels, peopleIn, roleIn, type ListedPerson } from '#app/people/screens/invite-many/list.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import type { Page } from '#app/kit/screen/screen.ts';
import type { Unreadable } from '#app/adapters/spreadsheet/sheet.ts';
import { reasonAtForm } from '#app/kit/words/refusals.ts';

const reasons: Record<Unreadable, string> = {
  not_a_spreadsheet: 'This cannot be read. Choose a file in CSV or XLSX, or paste rows of a spreadsheet.',
  encrypted: 'This workbook has a password. Save it without one.',
  too_many_rows: `The list has more than ${mostInvited} people. Divide it.`,
  too_many_columns: 'The list has too many columns.',
  empty: 'Paste the people, or choose a file.',
};

/** A list of people with what the list itself shows to be wrong. */
export interface ReadList {
  people: ListedPerson[];
  /** Names of departments that the organisation does not have. */
  unknown: string[];
  /** What the command takes. */
  invitations: z.input<typeof inviteMany.input>;
}

/** Whether no row has a problem. */
export const isClean = ({ people }: ReadList): boolean => people.every(({ problems }) => problems.length === 0);

/** Reads a list and names each problem by its row. Answers a sentence where it cannot be read at all. */
export async function readList(page: Page, bytes: Uint8Array): Promise<ReadList | string> {
  const sheet = await page.ports.spreadsheets.read(bytes, mostInvited + 1);
  if (!sheet.ok) return reasons[sheet.reason];
  const people = peopleIn(sheet.rows);
  if (people.length === 0) return reasons.empty;
  if (people.length > mostInvited) return reasons.too_many_rows;
  const departments = new Map((await page.ask(listDepartments, {})).map(({ uid, name }) => [nameKey(name), uid]));
  const unknown = new Map<string, string>();
  const rowOf = new Map<string, number>();
  const invited = people.map((person) => {
    const { row, email, problems } = person;
    const role = roleIn(person.role);
    if (!role) problems.push({ field: 'role', says: `${person.role} is not a role. Enter Employee, Author or Admin.` });
    for (const name of person.departments.filter((one) => !departments.has(nameKey(one)))) {
      unknown.set(nameKey(name), name);
      problems.push({ field: 'departments', says: `There is no department ${name}.` });
    }
    const address = normaliseEmail(email);
    const earlier = rowOf.get(address);
    if (earlier === undefined) rowOf.set(address, row);
    else if (address !== '') problems.push({ field: 'email', says: `${email} is in row ${earlier} too.` });
    return {
      firstName: person.firstName,
      lastName: person.lastName,
      email,
      role: role ?? ('EMPLOYEE' as const),
      departments: person.departments.flatMap((name) => departments.get(nameKey(name)) ?? []),
    };
  });
  return { people, unknown: [...unknown.values()], invitations: { people: invited } };
}

/** Adds to each row why its person cannot be invited. Answers a sentence where nobody can be. */
export async function addRefusals(page: Page, { people, invitations }: ReadList): Promise<string | null> {
  const previewed = await page.execute(previewInvitations, invitations);
  if (!previewed.ok) return reasonAtForm(problemOf(previewed.failure));
  for (const { index, failure } of previewed.value) {
    const { problems } = people[index]!;
    const named = new Set(problems.map(({ field }) => field));
    problems.push(...wordsOf(failure).filter(({ field }) => field === null || !named.has(field)));
  }
  return null;
}

/** A refusal of one invitation, by column. */
function wordsOf(failure: Parameters<typeof problemOf>[0]): ListedPerson['problems'] {
  const problem = problemOf(failure);
  const fields = Object.entries(problem.errors);
  if (fields.length === 0) return [{ field: null, says: reasonAtForm(problem) }];
  return fields.map(([field, messages]) => ({
    field,
    says: `${labels[field as keyof typeof labels]}: ${messages.join(' ')}`,
  }));
}
