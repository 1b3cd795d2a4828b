import { Kysely, Migrator, PostgresDialect, type MigrationProvider } from 'kysely';
import { DatabaseError, type Pool } from 'pg';
import { migrations } from '#migrations/registry.ts';
import { Fault } from '../fault.ts';
import { applicationRole, createPool } from './pool.ts';

const provider: MigrationProvider = { getMigrations: () => Promise.resolve({ ...migrations }) };

function migrator(kysely: Kysely<unknown>): Migrator {
  return new Migrator({
    db: kysely,
    provider,
    migrationTableSchema: 'imprimatur',
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  });
}

/**
 * Brings the database to this release, as its owner: the product's migrations, then the job queue's. Any number of
 * processes may do so at once; the others wait for the first. Throws a `Fault` where the owner may not do it.
 */
export async function migrate(url: string): Promise<void> {
  const pool = createPool({ url, as: 'owner', max: 3 });
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { error } = await migrator(kysely).migrateToLatest();
    if (error) throw error;
    await checkWhole(pool);
    await pool.query('select ledger.compile_read_models()');
    // Which migrations there are is asked by every process; the queue's own come with all that works it off.
    const { runMigrations } = await import('graphile-worker');
    await runMigrations({ pgPool: pool, schema: 'graphile_worker' });
    await grantQueue(pool);
  } catch (error) {
    throw explained(error);
  } finally {
    await kysely.destroy();
  }
}

/** Names of the migrations that this release has and the database has not. Reads as the application's role may. */
export async function pendingMigrations(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from imprimatur.migration');
  const done = new Set(rows.map((row) => row.name));
  return Object.keys(migrations).filter((name) => !done.has(name));
}

const again = `create the role ${applicationRole}, then restore the backup once more, into an empty database (docs/operations.md, Restore).`;

/** A dump names the application's role but does not make it: restored without it, the database lacks what is granted to the role, and every policy. */
async function checkWhole(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(`
    select c.oid::regclass::text as name
    from pg_class c
    where c.relkind in ('r', 'p') and c.relrowsecurity
      and c.relnamespace::regnamespace::text in ('ledger', 'read', 'identity', 'app')
      and not exists (select from pg_policy p where p.polrelid = c.oid)
    limit 1`);
  if (rows[0]) throw new Fault(`The database was not restored whole (${rows[0].name} is not walled off): ${again}`);
}

/**
 * The queue's tables come with row-level security and no policy. Its rows hold uids alone, and one worker serves every
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
  // In kysely's words: it has no error of its own for this.
  const [, unknown] =
    /^corrupted migrations: previously executed migration (\S+) is missing/.exec(String((error as Error).message)) ??
    [];
  if (unknown) {
    return new Fault(
      `The database was made ready by a newer release (${unknown}): start that one, or restore the backup from before the upgrade.`,
    );
  }
  if (error instanceof DatabaseError && error.message === `role "${applicationRole}" does not exist`)
    return new Fault(`The database was not restored whole (it has no role ${applicationRole}): ${again}`);
  if (!(error instanceof DatabaseError) || error.code !== '42501') return error;
  return new Fault(
    `The user of DATABASE_URL may not prepare the database (${error.message}): it must own the database, and either have CREATEROLE or be granted the role ${applicationRole}.`,
  );
}
