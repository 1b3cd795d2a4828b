import { z } from 'zod';
import { refuse, type Result } from '#events/failures.ts';
import { isStorableText } from '#events/text.ts';
import { texts } from '#events/texts.ts';

/** The row after which the next part of a list begins. */
export interface Cursor {
  after: string;
  uid: string;
}

const stored = z.tuple([z.string().max(500), z.uuid()]);

/** A cursor as text for an address. It holds nothing that the list itself does not show. */
const cursorOf = ({ after, uid }: Cursor): string => Buffer.from(JSON.stringify([after, uid])).toString('base64url');

/** Reads a cursor; null if none is given. Refuses with `invalid_input` one that `cursorOf` did not make for `key`. */
export function readCursor(text: string | undefined, key: z.ZodType<string> = z.string()): Result<Cursor | null> {
  if (text === undefined) return { ok: true, value: null };
  try {
    const [after, uid] = stored.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (!isStorableText(after) || !key.safeParse(after).success) throw new Error('No text that the database knows');
    return { ok: true, value: { after, uid } };
  } catch {
    return refuse('invalid_input', { fields: { cursor: [texts.invalid] } });
  }
}

/** The input of a list that is read in parts. */
export const partInput = { limit: z.number().optional(), cursor: z.string().optional() };

/** One part of a list and the cursor of the next. `rows` has up to one row beyond the limit. */
export function partOf<R>(rows: readonly R[], limit: number | undefined, at: (row: R) => Cursor) {
  const part = rows.slice(0, limit ?? rows.length);
  const last = part.at(-1);
  return { part, next: last && rows.length > part.length ? cursorOf(at(last)) : null };
}
