import { Kysely, type MigrationProvider, Migrator, PostgresDialect, sql } from 'kysely';
import { DatabaseError, type Pool } from 'pg';
import type { Secret } from '#app/adapters/secrets/derive-key.ts';
import { Fault } from '../environment/fault.ts';
import { bindPasswords, bindsPasswords } from './bind-passwords.ts';
import { recogniseHistory } from './earlier-baseline.ts';
import { installFunctions } from './install-functions.ts';
import { migrationFiles } from './migration-files.ts';
import { applicationRole, createPool } from './pool.ts';

const migrations = (secret: Secret | undefined): MigrationProvider => ({
  getMigrations: async () =>
    Object.fromEntries(
      migrationFiles().numbered.map(({ name, text }) => [
        name,
        {
          async up(db: Kysely<unknown>) {
            await sql.raw(text).execute(db);
            if (bindsPasswords.test(name)) await bindPasswords(db, secret);
          },
        },
      ]),
    ),
});

/**
 * Brings the database to this release, as its owner: the numbered migrations, the functions, then the job queue's own
 * migrations. Any number of processes may do so at once. `secret`: SECRET_KEY, for an upgrade that needs it. Throws a
 * `Fault` where the database or the owner is unfit.
 */
export async function migrate(url: string, secret?: Secret): Promise<void> {
  const pool = createPool({ url, as: 'owner', max: 3 });
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await recogniseHistory(kysely);
    const { error } = await new Migrator({
      db: kysely,
      provider: migrations(secret),
      migrationTableSchema: 'imprimatur',
      migrationTableName: 'migration',
      migrationLockTableName: 'migration_lock',
    }).migrateToLatest();
    if (error) throw error;
    await checkPolicies(pool);
    await installFunctions(kysely);
    // Imported here, because every process asks which migrations are pending and only this one runs the queue's.
    const { runMigrations } = await import('graphile-worker');
    await runMigrations({ pgPool: pool, schema: 'graphile_worker' });
    await grantQueue(pool);
  } catch (error) {
    throw explained(error);
  } finally {
    await kysely.destroy();
  }
}

/** Names of the files that this release has and the database has not. Reads as the application's role may. */
export async function pendingMigrations(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from imprimatur.migration union all select name || ' ' || sha256 from imprimatur.function_file`,
  );
  const done = new Set(rows.map((row) => row.name));
  const { numbered, functions } = migrationFiles();
  return [
    ...numbered.filter(({ name }) => !done.has(name)),
    ...functions.filter(({ name, sha256 }) => !done.has(`${name} ${sha256}`)),
  ].map(({ name }) => name);
}

const restoreAgain =
  `create the role ${applicationRole}, then restore the backup ` +
  `once more, into an empty database (docs/operations.md, Restore).`;

/** A dump does not create the application's role: restored without it, the database lacks grants and policies. */
async function checkPolicies(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(`
    select c.oid::regclass::text as name
    from pg_class c
    where c.relkind in ('r', 'p') and c.relrowsecurity
      and c.relnamespace::regnamespace::text in ('ledger', 'read', 'identity', 'app')
      and not exists (select from pg_policy p where p.polrelid = c.oid)
    limit 1`);
  if (rows[0])
    throw new Fault(
      `The database was not restored completely (${rows[0].name} has no row-level security policy): ${restoreAgain}`,
    );
}

/**
 * The queue's tables have row-level security and no policy. Its rows hold uids alone, and one worker serves every
 * organisation, so the application's role gets all of them.
 */
async function grantQueue(pool: Pool): Promise<void> {
  await pool.query(`
    begin;
    select pg_advisory_xact_lock(4711000002);
    grant usage on schema graphile_worker to ${applicationRole};
    grant select, insert, update, delete on all tables in schema graphile_worker to ${applicationRole};
    grant usage, select on all sequences in schema graphile_worker to ${applicationRole};
    grant execute on all functions in schema graphile_worker to ${applicationRole};
    do $$
    declare
      found record;
    begin
      for found in
        select c.oid::regclass as name
        from pg_class c
        where c.relnamespace = 'graphile_worker'::regnamespace
          and c.relrowsecurity
          and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'queue')
      loop
        execute format('create policy queue on %s to ${applicationRole} using (true) with check (true)', found.name);
      end loop;
    end
    $$;
    commit`);
}

function explained(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.message === `role "${applicationRole}" does not exist`)
    return new Fault(`The database was not restored completely (it has no role ${applicationRole}): ${restoreAgain}`);
  if (error.code !== '42501') return error;
  return new Fault(
    `The user of DATABASE_URL may not prepare the database (${error.message}): it must own the database, ` +
      `and either have CREATEROLE or be granted the role ${applicationRole}.`,
  );
}
