import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

/** Uids of the documents that the words find; null if the index cannot answer and each row is compared. */
export type Found = readonly string[] | null;

/** Where names are searched, by which function and for which column's values. */
const places = {
  'read.document': { search: sql.table('read.documents_named'), uid: 'uid' },
  // Those in force.
  'read.document_version': { search: sql.table('read.documents_in_force_named'), uid: 'document_uid' },
};

/** The index holds groups of three letters, and of two where one is not ASCII (`read.grams`). */
const mayBeIndexed = (words: string): boolean => /^(?:.{3}|.[^\0-\x7f]|[^\0-\x7f].)/su.test(words);

/** Whether the words may be a document's number, in any spelling: see `read.is_numbered`. */
const mayBeNumber = (words: string): boolean => /\d\W*$/u.test(words);

const hasNumber = (words: string) => sql<boolean>`read.is_numbered(number_spellings, ${words}, '')`;

const numbered = {
  'read.document': hasNumber,
  'read.document_version': (words: string) =>
    sql<boolean>`document_uid in (select uid from ${ownRows('read.document')} numbered where ${hasNumber(words)})`,
};

/** Whether a row has the words in its name, or they are its document's number in some spelling. */
export function namedOrNumbered(table: keyof typeof places, words: string, name = sql.ref('name_folded')) {
  if (words === '') return sql<boolean>`true`;
  const named = sql<boolean>`position(read.folded(${words}) in ${name}) > 0`;
  return mayBeNumber(words) ? sql<boolean>`(${named} or ${numbered[table](words)})` : named;
}

const isOneOf = (uid: string, uids: RawBuilder<unknown>) => sql<boolean>`${sql.ref(uid)} = any(${uids})`;

/** What is counted, and among which rows. */
interface Counting {
  /** An array of numbers, such as `array[count(*)]::integer[]`. */
  counts: RawBuilder<unknown>;
  among: RawBuilder<unknown>;
}

/**
 * Counts the rows that `words` find by name or number in one statement, by the index where it can answer. Empty words
 * match every row. `found` is the input of `rowsNamed`.
 */
export async function countNamed(
  db: Kysely<Database>,
  table: keyof typeof places,
  words: string,
  { counts, among }: Counting,
): Promise<{ found: Found; counts: number[] }> {
  const { search, uid } = places[table];
  const counted = (which: RawBuilder<boolean>) =>
    sql`(select ${counts} from ${ownRows(table)} named_rows where ${among} and ${which})`;
  const each = counted(namedOrNumbered(table, words));
  const statement = mayBeIndexed(words)
    ? // `offset 0`: the index is asked once, whatever refers to its answer.
      sql`select named.uids as found,
        case when named.uids is null then ${each} else ${counted(isOneOf(uid, sql`named.uids`))} end as counts
          from (select ${search}(${words}) as uids offset 0) named`
    : sql`select null as found, ${each} as counts`;
  const { rows } = await (statement as RawBuilder<{ found: Found; counts: number[] }>).execute(db);
  return rows[0]!;
}

/**
 * For a FROM: the rows that `countNamed` found, `among` those of the same condition. `offset 0` keeps PostgreSQL from
 * walking an ordered index, along which the few matches may be far apart.
 */
export const rowsNamed = <T extends keyof typeof places>(
  table: T,
  words: string,
  found: Found,
  among: RawBuilder<boolean> = sql`true`,
) =>
  found
    ? sql<Database[T]>`(select * from ${ownRows(table)} named_rows
        where ${among} and ${isOneOf(places[table].uid, sql`${found}::uuid[]`)} offset 0)`
    : sql<
        Database[T]
      >`(select * from ${ownRows(table)} named_rows where ${among} and ${namedOrNumbered(table, words)})`;
