-- The application works as the role imprimatur_app, which owns nothing. By default it may read `read`, read and write
-- `identity` and `app`, and do nothing in `ledger`. `ledger` and `read` are written by functions of the owner.
-- Nobody may call a function until the file that declares it grants that.

-- Roles belong to the whole cluster: another database may create the same role at the same time.
do $$
begin
  if not exists (select from pg_roles where rolname = 'imprimatur_app') then
    create role imprimatur_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
end $$;

-- The owner's sessions take the role on, so that one address and one password serve both.
do $$
begin
  if not pg_has_role(current_user, 'imprimatur_app', 'member') then
    execute format('grant imprimatur_app to %I', current_user);
  end if;
exception
  when duplicate_object or unique_violation then null;
end $$;

alter default privileges revoke execute on functions from public;
revoke create on schema public from public;

create schema ledger;
create schema read;
create schema identity;
create schema app;
grant usage on schema ledger, read, identity, app to imprimatur_app;

alter default privileges in schema read grant select on tables to imprimatur_app;
alter default privileges in schema identity, app grant select, insert, update, delete on tables to imprimatur_app;
alter default privileges in schema identity, app grant usage, select on sequences to imprimatur_app;

-- The readiness check reads the list of migrations.
grant usage on schema imprimatur to imprimatur_app;
grant select on imprimatur.migration to imprimatur_app;

-- The subquery is computed once a statement. A bare expression would be computed for each row.
create function imprimatur.isolate(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('create policy organisation on %s to imprimatur_app
       using (org_id = (select nullif(current_setting(''imprimatur.org'', true), '''')::uuid))
       with check (org_id = (select nullif(current_setting(''imprimatur.org'', true), '''')::uuid))', name);
end $$;
comment on function imprimatur.isolate is
  'Row-level security: the application sees and writes the rows of the transaction''s organisation alone';
