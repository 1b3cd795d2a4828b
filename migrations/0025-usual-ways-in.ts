import { sql, type Kysely } from 'kysely';
import { appendFunction } from './ledger/append-function.ts';
import { usualFunctions } from './ledger/usual-functions.ts';

/** `ledger.append` as it is today, also where an earlier form of it was installed, and beside it the usual ways in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const functions = { append: appendFunction, ...usualFunctions };
  for (const [name, create] of Object.entries(functions)) {
    await sql
      .raw(
        `do $$
         declare f regprocedure;
         begin
           for f in select p.oid from pg_proc p where p.pronamespace = 'ledger'::regnamespace and p.proname = '${name}' loop
             execute 'drop function ' || f;
           end loop;
         end $$`,
      )
      .execute(db);
    await sql.raw(create).execute(db);
    await sql.raw(`revoke all on function ledger.${name} from public`).execute(db);
    await sql.raw(`grant execute on function ledger.${name} to imprimatur_app`).execute(db);
  }
}
