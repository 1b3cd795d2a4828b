import { type Kysely, sql } from 'kysely';
import { migrationFiles } from './migration-files.ts';

/**
 * Installs each file of `migrations/functions` that differs from the one installed, drops the functions that no file
 * creates any more, and generates the projections' statements anew. In one transaction; processes take turns.
 */
export async function installFunctions(db: Kysely<unknown>): Promise<void> {
  const { numbered, functions } = migrationFiles();
  const declared = new Set([...numbered, ...functions].flatMap((file) => file.functions));
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(4711000004)`.execute(trx);
    const installed = await installedFunctionFiles(trx);
    const changed = functions.filter((file) => installed.get(file.name) !== file.sha256);
    const replaced = new Set(changed.flatMap((file) => file.functions));
    for (const { name, signature } of await ownFunctions(trx))
      if (replaced.has(name) || !declared.has(name)) await sql`drop function ${sql.raw(signature)}`.execute(trx);
    for (const { name, sha256, text } of changed) {
      await sql.raw(text).execute(trx);
      await sql`insert into imprimatur.function_file (name, sha256) values (${name}, ${sha256})
                on conflict (name) do update set sha256 = excluded.sha256`.execute(trx);
    }
    const names = functions.map((file) => file.name);
    await sql`delete from imprimatur.function_file where name <> all(${names})`.execute(trx);
    await sql`select ledger.compile_read_models()`.execute(trx);
  });
}

async function installedFunctionFiles(db: Kysely<unknown>): Promise<ReadonlyMap<string, string>> {
  const files = await sql<{ name: string; sha256: string }>`select name, sha256 from imprimatur.function_file`.execute(
    db,
  );
  return new Map(files.rows.map(({ name, sha256 }) => [name, sha256]));
}

async function ownFunctions(db: Kysely<unknown>): Promise<{ name: string; signature: string }[]> {
  const { rows } = await sql<{ name: string; signature: string }>`
    select format('%I.%I', n.nspname, p.proname) as name, p.oid::regprocedure::text as signature
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('ledger', 'read', 'identity', 'app')`.execute(db);
  return rows;
}
