import { sql, type Kysely } from 'kysely';
import { appendFunction } from './ledger/append-function.ts';
import { projectionCompiler } from './ledger/projection-compiler.ts';
import { usualFunctions } from './ledger/usual-functions.ts';

/**
 * `ledger.append` and `ledger.compile_read_models()` as they are today, also where earlier forms of them were installed, and the usual
 * ways in beside the former. What the latter writes is made anew after this.
 */
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
  await sql.raw(projectionCompiler.replace('create function', 'create or replace function')).execute(db);
}
