import { z } from 'zod';
import { normaliseLine } from '#events/text.ts';

const longest = 200;

/** Words to search a list for, with spaces as names are stored. PostgreSQL text cannot hold a zero byte. */
export const searchWords = z
  .string()
  .transform((words) => normaliseLine([...normaliseLine(words.replaceAll('\0', ''))].slice(0, longest).join('')));
