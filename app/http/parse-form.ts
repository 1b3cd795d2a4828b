import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';

const plain = /^(?!__)[\w-]+$/;

/** Whether a field is called what the product's own fields are; several values of one field bear the same name. */
export const isPlainName = (name: string): boolean => plain.test(name);

/** A text as it was typed: forms carry each line break as two characters, which no limit means to count. */
const typed = (value: FormDataEntryValue) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value);

/**
 * Reads a form by its schema. Fields that no form of the product has are left out before conform reads their names as paths: at
 * `list[999999999]` it would go through a list of that length, and its intents can say the same.
 */
export function parseForm<S extends z.ZodType>(form: FormData, schema: S) {
  const own = new FormData();
  for (const [name, value] of form) if (isPlainName(name)) own.append(name, typed(value));
  return parseWithZod(own, { schema });
}
