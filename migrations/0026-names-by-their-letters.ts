import { sql, type Kysely } from 'kysely';

/** Documents that the index answers for, at most: more are found sooner by looking at each name. */
const most = 500;
/** Names that are looked at first, and how many of them may match: what is in one name of twenty is found by looking at each. */
const [sample, frequent] = [200, 10];

const grams = `read.grams(name_folded collate "C")`;

/** Where names are searched: the function that does it, the table, its column with the document's uid, and which rows. */
const searches = [
  { named: 'documents_named', table: 'document', uid: 'uid', only: '' },
  {
    named: 'documents_in_force_named',
    table: 'document_version',
    uid: 'document_uid',
    only: `status = 'EFFECTIVE'`,
  },
];

/**
 * Search by name from an index. `read.grams` takes a folded name apart, and what is looked for likewise: a name that contains it has all of
 * its parts. An index of the names' parts is GIN over arrays, which PostgreSQL has by itself. What one row-level security holds back from
 * the application's role (it looks nothing up by an operator that might leak) is read with the owner's rights by a function that takes the
 * organisation from the setting that the policies take it from.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);

  // Three letters in a row, whatever they are; two where one is beyond ASCII, since words of two are usual in Japanese and Chinese.
  // Dear, so that it is read from the index rather than worked out.
  await run(`
    create function read.grams(words text) returns text[] language plpgsql immutable strict parallel safe cost 10000 as $$
    declare
      letters constant integer := char_length(words);
      parts text[] := '{}';
    begin
      for i in 1 .. letters - 2 loop
        parts[i] := substr(words, i, 3);
      end loop;
      if octet_length(words) <> letters then
        for i in 1 .. letters - 1 loop
          if octet_length(substr(words, i, 2)) <> 2 then
            parts := parts || substr(words, i, 2);
          end if;
        end loop;
      end if;
      return parts;
    end $$`);

  for (const { named, table, uid, only } of searches) {
    const index = `read.${table}_grams`;
    const and = only && `and ${only}`;
    // Written by the way of a short list: a row that changes without its name would else cost fifty entries at once.
    await run(`
      create index ${table}_grams on read.${table} using gin ((array[org_id]), (${grams}))
      with (fastupdate = on, gin_pending_list_limit = 64) ${only && `where ${only}`}`);
    // How often each part occurs would be found out anew with every \`analyze\`, and nothing is decided by it.
    for (const column of [1, 2]) await run(`alter index ${index} alter column ${column} set statistics 0`);
    await run(`
      create function read.${named}(words text) returns uuid[] language plpgsql stable security definer
      set search_path = pg_catalog, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
      declare
        own constant uuid := nullif(current_setting('imprimatur.org', true), '')::uuid;
        wanted constant text := read.folded(words);
        parts text[] := read.grams(wanted collate "C");
        n constant integer := coalesce(cardinality(parts), 0);
        found uuid[];
      begin
        if n = 0 or own is null
           or (select count(*) filter (where position(wanted in name_folded) > 0)
               from (select name_folded from read.${table} where org_id = own ${and} order by ${uid} limit ${sample}) s) > ${frequent}
        then
          return null;
        end if;
        -- Of a long text sixteen parts, from all over it: they tell names apart as well as all do.
        parts := array(select distinct parts[i] from generate_series(1, n, (n + 15) / 16) i);
        found := array(select ${uid} from read.${table}
                       where array[org_id] @> array[own] and ${grams} @> parts ${and} and position(wanted in name_folded) > 0
                       limit ${most + 1});
        return case when cardinality(found) <= ${most} then found end;
      end $$`);
    await run(`revoke all on function read.${named} from public`);
    await run(`grant execute on function read.${named} to imprimatur_app`);
  }
}
