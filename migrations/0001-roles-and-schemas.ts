import { sql, type Kysely } from 'kysely';

/**
 * The application works as `imprimatur_app`, which owns nothing. What it may do by default:
 * `ledger` nothing and `read` SELECT (both are written through functions of the owner), `identity` and `app` everything
 * but definitions. Functions are open to nobody until a migration grants them.
 *
 * Each table with an organisation calls `imprimatur.isolate('schema.table')`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Roles belong to the whole cluster: another database of it may make the same one at the same moment.
  await sql`
    do $$
    begin
      if not exists (select from pg_roles where rolname = 'imprimatur_app') then
        create role imprimatur_app nologin;
      end if;
    exception
      when duplicate_object or unique_violation then null;
    end
    $$`.execute(db);

  // The owner's sessions take the role on, so that one address and one password serve both.
  await sql`
    do $$
    begin
      if not pg_has_role(current_user, 'imprimatur_app', 'member') then
        execute format('grant imprimatur_app to %I', current_user);
      end if;
    exception
      when duplicate_object or unique_violation then null;
    end
    $$`.execute(db);

  await sql`alter default privileges revoke execute on functions from public`.execute(db);
  await sql`revoke create on schema public from public`.execute(db);

  for (const name of ['ledger', 'read', 'identity', 'app']) {
    await sql`create schema ${sql.id(name)}`.execute(db);
    await sql`grant usage on schema ${sql.id(name)} to imprimatur_app`.execute(db);
  }

  await sql`alter default privileges in schema read grant select on tables to imprimatur_app`.execute(db);
  for (const name of ['identity', 'app']) {
    await sql`
      alter default privileges in schema ${sql.id(name)}
      grant select, insert, update, delete on tables to imprimatur_app`.execute(db);
    await sql`
      alter default privileges in schema ${sql.id(name)}
      grant usage, select on sequences to imprimatur_app`.execute(db);
  }

  // `imprimatur` holds the list of migrations, which the readiness check reads.
  await sql`grant usage on schema imprimatur to imprimatur_app`.execute(db);
  await sql`grant select on imprimatur.migration to imprimatur_app`.execute(db);

  await sql`
    create function imprimatur.isolate(name regclass) returns void language plpgsql as $$
    begin
      execute format('alter table %s enable row level security', name);
      execute format(
        'create policy organisation on %s to imprimatur_app
           using (org_id = nullif(current_setting(''imprimatur.org'', true), '''')::uuid)
           with check (org_id = nullif(current_setting(''imprimatur.org'', true), '''')::uuid)',
        name
      );
    end
    $$`.execute(db);
  await sql`
    comment on function imprimatur.isolate is
    'Row-level security: the application sees and writes the rows of the transaction''s organisation alone'`.execute(
    db,
  );

  // One row a live worker of the job queue: who is not heard any more is dead, and its jobs are freed.
  await sql`create table app.worker (id text primary key, seen_at timestamptz not null)`.execute(db);
}
