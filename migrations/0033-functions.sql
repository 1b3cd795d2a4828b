-- Functions of the organisation, for instance the quality unit.
create table read.function (
  org_id uuid not null,
  uid uuid not null,
  name text not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  constraint function_pk primary key (org_id, uid)
);
create unique index function_name_unique on read.function (org_id, read.name_key(name));
alter table read.function enable row level security;
create policy organisation on read.function for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));

-- Who holds which function. Days are the organisation's, both included; until_day is null where it has no end.
create table read.function_grant (
  org_id uuid not null,
  user_uid uuid not null,
  function_uid uuid not null,
  from_day text not null,
  until_day text,
  granted_at timestamptz not null,
  constraint function_grant_pk primary key (org_id, user_uid, function_uid)
);
create index function_grant_holders on read.function_grant (org_id, function_uid);
alter table read.function_grant enable row level security;
create policy organisation on read.function_grant for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));

-- Days on which a person is away, and who approves in their place.
create table read.absence (
  org_id uuid not null,
  uid uuid not null,
  user_uid uuid not null,
  deputy_uid uuid not null,
  from_day text not null,
  until_day text not null,
  declared_at timestamptz not null,
  ended_at timestamptz,
  constraint absence_pk primary key (org_id, uid)
);
create index absence_of_person on read.absence (org_id, user_uid);
create index absence_of_deputy on read.absence (org_id, deputy_uid);
alter table read.absence enable row level security;
create policy organisation on read.absence for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));

alter table read.user_account add column manager_uid uuid;
