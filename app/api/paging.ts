import { texts } from '#events/texts.ts';
import { RefusedCall, type Answer, type Call } from '#app/server/endpoint.ts';

/**
 * The part of a short list that a call asks for. `keyOf` gives what tells a row from every other; rows of such lists are never removed.
 * Throws `RefusedCall` where the cursor is none of this list's.
 */
export function partOf<T>(rows: readonly T[], { limit, cursor }: Call['page'], keyOf: (row: T) => string): Answer<T[]> {
  const place = (row: T) => Buffer.from(keyOf(row)).toString('base64url');
  const at = cursor === undefined ? -1 : rows.findIndex((row) => place(row) === cursor);
  if (cursor !== undefined && at < 0)
    throw new RefusedCall({ code: 'invalid_input', fields: { cursor: [texts.invalid] } });
  const end = at + 1 + (limit ?? rows.length);
  const data = rows.slice(at + 1, end);
  const last = data.at(-1);
  return { data, next: end < rows.length && last !== undefined ? place(last) : null };
}
