import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { plainWords } from '#events/failures.ts';

const plain = /^(?!__)[\w-]+$/;

/** Whether a field has a name as the product's forms use them. */
export const isPlainName = (name: string): boolean => plain.test(name);

/** Counts each line break as one character: forms send two. */
const typed = (value: FormDataEntryValue) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value);

/**
 * Parses a form by its schema. Fields with other names are dropped first, because conform reads names as paths:
 * `list[999999999]` would create a list of that length.
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

/** The fields of a form in the order of its page, which a schema follows. */
const namesOf = (schema: z.ZodType): string[] => {
  if (schema instanceof z.ZodIntersection) {
    return [...namesOf(schema.def.left as z.ZodType), ...namesOf(schema.def.right as z.ZodType)];
  }
  if (schema instanceof z.ZodPipe)
    return namesOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
};

/** Sorts errors by the order of the fields; those of the whole form come first. */
function inOrder<E>(errors: Record<string, E>, order: readonly string[]): Record<string, E> {
  const placeOf = (path: string) => {
    const at = order.indexOf(path.replace(/\[\d+\]$/, ''));
    return path === '' ? -1 : at < 0 ? order.length : at;
  };
  return Object.fromEntries(Object.entries(errors).toSorted(([a], [b]) => placeOf(a) - placeOf(b)));
}
