import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import { instant } from '#events/common.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { isStorableText } from '#events/text.ts';
import { texts } from '#events/texts.ts';

/** The row after which the next part of a list begins. */
export interface Cursor {
  after: string;
  uid: string;
  /** The order of the list, where it is not the only or the usual one. */
  sort?: string;
}

const stored = z.union([
  z.tuple([z.string().max(500), z.uuid()]),
  z.tuple([z.string().max(500), z.uuid(), z.string()]),
]);

/** A cursor as text for an address. It holds nothing that the list itself does not show. */
const cursorOf = ({ after, uid, sort }: Cursor): string =>
  Buffer.from(JSON.stringify(sort === undefined ? [after, uid] : [after, uid, sort])).toString('base64url');

/**
 * Reads a cursor; null if none is given. Refuses with `invalid_input` one that `cursorOf` did not make for this key and
 * this order.
 */
export function readCursor(
  text: string | undefined,
  key: z.ZodType<string> = z.string(),
  sort?: string,
): Result<Cursor | null> {
  if (text === undefined) return { ok: true, value: null };
  try {
    const [after, uid, made] = stored.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (!isStorableText(after) || !key.safeParse(after).success) throw new Error('No text that the database knows');
    if (made !== sort) throw new Error('A cursor of another order');
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

/** A key of an order: what is compared, never null, and what its values look like in a cursor. */
export interface SortKey {
  readonly by: RawBuilder<string>;
  readonly values: z.ZodType<string>;
}

export const byMoment = (by: RawBuilder<string>): SortKey => ({ by, values: instant });
export const byText = (by: RawBuilder<string>): SortKey => ({ by, values: z.string() });

/** The orders by these keys; with a minus sign the greatest comes first. */
export const sortInput = <K extends string>(...keys: readonly [K, ...K[]]) =>
  z.enum(keys.flatMap((key) => [key, `-${key}` as const]) as [K, ...(K | `-${K}`)[]]);

/**
 * The part of a list after the cursor, in an order: `read` reads it from the rows that are `after`, which select `by`
 * as `after`. `uid` tells rows with one key apart.
 */
export function sortedPart<K extends string>(
  sort: K | `-${K}`,
  keys: Readonly<Record<K, SortKey>>,
  { usual, uid, cursor }: { usual: string; uid: RawBuilder<string>; cursor: string | undefined },
) {
  const descending = sort.startsWith('-');
  const { by, values } = keys[sort.replace('-', '') as K];
  const name = sort === usual ? undefined : sort;
  const at = readCursor(cursor, values, name);
  if (!at.ok) return at;
  const from = at.value;
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return ok({
    by,
    after:
      from === null
        ? sql<boolean>`true`
        : sql<boolean>`(${by}, ${uid}) ${sql.raw(descending ? '<' : '>')} (${from.after}, ${from.uid})`,
    async read<DB, T extends keyof DB, R extends { after: string; uid: string }>(
      rows: SelectQueryBuilder<DB, T, R>,
      limit: number | undefined,
    ) {
      const ordered = rows.orderBy(sql`${by} ${direction}, ${uid} ${direction}`);
      const found: R[] = await (limit === undefined ? ordered : ordered.limit(limit + 1)).execute();
      return partOf(found, limit, (row) => ({ ...row, ...(name && { sort: name }) }));
    },
  });
}
