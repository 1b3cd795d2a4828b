import { sql, type Kysely } from 'kysely';
import { projectionCompiler } from './ledger/projection-compiler.ts';

/** `ledger.compile_read_models()` as it is today, also where an earlier form of it was installed. What it writes is made anew after this. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(projectionCompiler.replace('create function', 'create or replace function')).execute(db);
}
