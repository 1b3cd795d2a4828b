import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { plainWords } from '#events/failures.ts';

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
  const submission = parseWithZod(own, { schema, error: plainWords });
  const order = namesOf(schema);
  return {
    ...submission,
    reply: (options?: Parameters<typeof submission.reply>[0]) => {
      const reply = submission.reply(options);
      return { ...reply, ...(reply.error && { error: inOrder(reply.error, order) }) };
    },
  };
}

/** The fields of a form, from the first on the page to the last: a schema names them in this order. */
const namesOf = (schema: z.ZodType): string[] => {
  if (schema instanceof z.ZodPipe) return namesOf(schema.in as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
};

/** The errors in the order of the page's fields; those of the whole form come first. */
function inOrder<E>(errors: Record<string, E>, order: readonly string[]): Record<string, E> {
  const placeOf = (path: string) => {
    const at = order.indexOf(path.replace(/\[\d+\]$/, ''));
    return path === '' ? -1 : at < 0 ? order.length : at;
  };
  return Object.fromEntries(Object.entries(errors).toSorted(([a], [b]) => placeOf(a) - placeOf(b)));
}
