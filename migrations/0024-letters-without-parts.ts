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
  // What was computed by the earlier form is computed again.
  const computed = {
    document: ['name', 'name_folded'],
    document_version: ['name', 'name_folded'],
    department: ['name', 'name_folded'],
    user_account: ['full_name', 'full_name_folded'],
  };
  for (const [table, [name, folded]] of Object.entries(computed))
    await run(`update read.${table} set ${folded} = default where octet_length(${name}) <> char_length(${name})`);
}
