import { sql, type Kysely } from 'kysely';

/** Marks as typography and word processors set them, for each one that a keyboard has, and a sigma as it ends a word. */
const marks = { "'": '‘’‚‛ʼ′', '"': '“”„‟«»', '-': '‐‒–—―−', σ: 'ς' };
const [set, typed] = [
  Object.values(marks).join(''),
  Object.entries(marks)
    .flatMap(([mark, others]) => Array.from(others, () => mark))
    .join(''),
];
const literal = (words: string) => `'${words.replaceAll("'", "''")}'`;

/**
 * `read.folded` for marks, too: "visitors' log" finds "Visitors’ log", and "2024-2026" finds "2024–2026" as a word processor sets it. A mark
 * that Unicode takes apart, such as a hyphen without a break, becomes one of these by that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    create or replace function read.folded(words text) returns text language sql immutable parallel safe
    return case when octet_length(words) = char_length(words) then lower(words)
                else replace(replace(replace(replace(
                       translate(lower(regexp_replace(normalize(words, nfkd), U&'[\\0300-\\036F]', '', 'g')),
                         ${literal(`łŁøØđĐðÐħĦŧŦıẞÆŒÞ${set}`)}, ${literal(`llooddddhhttißæœþ${typed}`)}),
                     'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end`);
  // What the earlier form computed is computed again where a column that it is computed from is written.
  const named = { document: 'name', document_version: 'name', department: 'name', user_account: 'first_name' };
  for (const [table, column] of Object.entries(named)) {
    const whole = table === 'user_account' ? 'full_name' : column;
    await run(`update read.${table} set ${column} = ${column} where octet_length(${whole}) <> char_length(${whole})`);
  }
}
