import { limits } from '#events/limits.ts';
import { invalidLine, texts } from '#events/texts.ts';
import { hasControlCharacters, isBlank, lengthOf } from '#events/text.ts';

/**
 * What is wrong with a document's name (already normalised), in the specification's words; null where nothing is.
 * A word character is a letter or a digit of any script; the underscore is none.
 */
export function nameProblem(name: string): string | null {
  if (isBlank(name)) return texts.documentNameRequired;
  if (!/^[\p{L}\p{N}]/u.test(name)) return texts.documentNameSpecial;
  if (lengthOf(name) > limits.documentName || hasControlCharacters(name)) return invalidLine(limits.documentName);
  return null;
}
