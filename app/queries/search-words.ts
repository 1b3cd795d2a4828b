import { z } from 'zod';
import { normaliseLine } from '#events/text.ts';

const longest = 200;

/**
 * What a list is searched for, in the form in which names are stored: words that were typed or pasted with two spaces
 * between them are found as well. PostgreSQL holds no text with a zero in it.
 */
export const searchWords = z
  .string()
  .transform((words) => normaliseLine([...normaliseLine(words.replaceAll('\0', ''))].slice(0, longest).join('')));
