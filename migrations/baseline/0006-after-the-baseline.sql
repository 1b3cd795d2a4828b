-- The files of migrations/functions that are installed, by the SHA-256 of their text: a file that differs is installed
-- again. The readiness check reads the list.
create table imprimatur.function_file (
  name text primary key,
  sha256 text not null
);
grant select on imprimatur.function_file to imprimatur_app;

-- In a database of commit 54e0070 some policies compute the organisation for each row instead of once a statement.
do $$
declare
  own constant text := '(org_id = (select nullif(current_setting(''imprimatur.org'', true), '''')::uuid))';
  each record;
begin
  for each in select schemaname, tablename, cmd from pg_policies where policyname = 'organisation' loop
    execute format('alter policy organisation on %I.%I using ', each.schemaname, each.tablename) || own
            || case when each.cmd = 'ALL' then ' with check ' || own else '' end;
  end loop;
end $$;
