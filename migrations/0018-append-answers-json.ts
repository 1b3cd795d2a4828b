import { sql, type Kysely } from 'kysely';
import { appendFunction } from './ledger/append-function.ts';

/** `ledger.append` as it is today, which answers one JSON text, also where an earlier form of it was installed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `do $$
       declare f regprocedure;
       begin
         for f in select p.oid from pg_proc p where p.pronamespace = 'ledger'::regnamespace and p.proname = 'append' loop
           execute 'drop function ' || f;
         end loop;
       end $$`,
    )
    .execute(db);
  await sql.raw(appendFunction).execute(db);
  await sql`revoke all on function ledger.append from public`.execute(db);
  await sql`grant execute on function ledger.append to imprimatur_app`.execute(db);
}
