import { sql, type Kysely } from 'kysely';

/**
 * `read.folded` for letters that Unicode does not take apart, too: "LODZ" finds "Łódź", which stands among the names with L, and "strasse"
 * finds "Straße". Both cases are named, since lower case is that of ASCII alone where the database has no locale.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    create or replace function read.folded(words text) returns text language sql immutable parallel safe
    return case when octet_length(words) = char_length(words) then lower(words)
                else replace(replace(replace(replace(
                       translate(lower(regexp_replace(normalize(words, nfkd), U&'[\\0300-\\036F]', '', 'g')),
                         'łŁøØđĐðÐħĦŧŦıẞÆŒÞ', 'llooddddhhttißæœþ'),
                     'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end`);
  // What the earlier form computed is computed again where a column that it is computed from is written.
  const named = { document: 'name', document_version: 'name', department: 'name', user_account: 'first_name' };
  for (const [table, column] of Object.entries(named)) {
    const whole = table === 'user_account' ? 'full_name' : column;
    await run(`update read.${table} set ${column} = ${column} where octet_length(${whole}) <> char_length(${whole})`);
  }
}
