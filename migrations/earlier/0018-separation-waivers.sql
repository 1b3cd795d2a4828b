-- The exceptions from the separation of duties, one for a version. `covers`: the version itself, or the one after it.
create table read.separation_waiver (
  org_id uuid not null,
  document_uid uuid not null,
  version text not null,
  covers text not null,
  waived_by uuid,
  waived_by_name text not null,
  reason text not null,
  waived_at timestamptz not null,
  constraint separation_waiver_pk primary key (org_id, document_uid, version, covers)
);
alter table read.separation_waiver enable row level security;
create policy organisation on read.separation_waiver for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));
