import { sql, type Kysely } from 'kysely';

/**
 * Row-level security asks for the transaction's organisation once a statement. As a bare expression it is computed for each row that is
 * looked at, and reading the setting as a uuid takes longer than all else that is done with the row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const own = "org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid)";
  await sql
    .raw(
      `do $$
       declare
         each record;
       begin
         for each in
           select schemaname, tablename, policyname from pg_policies
           where policyname = 'organisation' and qual like '%current_setting(''imprimatur.org''%'
         loop
           execute format('alter policy %I on %I.%I using (${own.replaceAll("'", "''")})',
                          each.policyname, each.schemaname, each.tablename);
         end loop;
       end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create or replace function imprimatur.isolate(name regclass) returns void language plpgsql as $$
       begin
         execute format('alter table %s enable row level security', name);
         execute format('create policy organisation on %s to imprimatur_app using (${own.replaceAll("'", "''")}) with check (${own.replaceAll("'", "''")})', name);
       end
       $$`,
    )
    .execute(db);
}
