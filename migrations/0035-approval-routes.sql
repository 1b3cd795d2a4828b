-- The steps that versions take to their approval, by type and area of the document. No types or areas: all of them.
create table read.route (
  org_id uuid not null,
  uid uuid not null,
  name text not null,
  version integer not null,
  types jsonb not null,
  areas jsonb not null,
  steps jsonb not null,
  separation text not null,
  same_person boolean not null,
  defined_at timestamptz not null,
  changed_at timestamptz not null,
  retired_at timestamptz,
  constraint route_pk primary key (org_id, uid)
);
alter table read.route enable row level security;
create policy organisation on read.route for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));

-- The steps of a version that was sent along a route, as they were then. how_many: null where all must sign.
create table read.version_step (
  org_id uuid not null,
  document_uid uuid not null,
  version text not null,
  step integer not null,
  name text not null,
  meaning text not null,
  function_uid uuid,
  function_name text,
  how_many integer,
  days integer not null,
  opened_at timestamptz,
  due_at timestamptz,
  completed_at timestamptz,
  constraint version_step_pk primary key (org_id, document_uid, version, step)
);
create index version_step_due on read.version_step (org_id, due_at) where completed_at is null;
alter table read.version_step enable row level security;
create policy organisation on read.version_step for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));

alter table read.document_version
  add column route_uid uuid,
  add column route_name text,
  add column route_version integer;

-- signer_uid: the deputy who signed for the person who was asked.
alter table read.approval
  add column step integer,
  add column function_name text,
  add column signer_uid uuid;
