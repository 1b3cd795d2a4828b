import { texts } from '#events/texts.ts';
import { RefusedCall, type Answer, type Call } from '#app/kit/call/endpoint.ts';

/**
 * The part of a short list that a request asks for. `keyOf` identifies a row; rows are never removed. Throws
 * `RefusedCall` if the cursor is not of this list.
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
