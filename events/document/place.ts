import { limits } from '#events/limits.ts';
import { hasUnprintable, lengthOf } from '#events/text.ts';
import { invalidText } from '#events/texts.ts';

/** Where in a version: a page of its PDF, and words of it as quoted. */
interface Place {
  readonly page: number | null;
  readonly words: string | null;
}

/** What is wrong with a place, by field; `pages` of the PDF, null where they are not known. */
export function placeProblems({ page, words }: Place, pages: number | null): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  if (page !== null && pages !== null && page > pages)
    fields.page = [pages === 1 ? 'The PDF has one page. Enter 1.' : `Enter a page from 1 to ${pages}.`];
  const quoted = words?.trim() ?? '';
  if (lengthOf(quoted) > limits.quotedWords || hasUnprintable(quoted)) fields.words = [invalidText(limits.quotedWords)];
  return fields;
}
