import { limits } from '#events/limits.ts';
import { hasControlCharacters, isBlank, lengthOf } from '#events/text.ts';
import { invalidLine, texts } from '#events/texts.ts';

/** What is wrong with a first or last name (normalised); null where nothing is. */
export function personNameProblem(name: string): string | null {
  if (isBlank(name)) return texts.required;
  return lengthOf(name) > limits.personName || hasControlCharacters(name) ? invalidLine(limits.personName) : null;
}

/** The printed name: what the signature line is prefilled with, and what lists show. */
export const printedName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim();

/** First letters of first and last name, for the owner's column and the team's rows. */
export const initials = (person: { firstName: string; lastName: string }): string =>
  [person.firstName, person.lastName]
    .flatMap((name) => [...name].slice(0, 1))
    .join('')
    .toUpperCase();
