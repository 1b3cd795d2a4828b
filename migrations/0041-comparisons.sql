-- Two versions whose final PDFs were compared: what differs is in the file.
create table read.comparison (
  org_id uuid not null,
  document_uid uuid not null,
  from_version text not null,
  to_version text not null,
  sha256 text not null,
  method text not null,
  file jsonb not null,
  words_added integer not null,
  words_removed integer not null,
  pages_changed integer not null,
  made_at timestamptz not null,
  constraint comparison_pk primary key (org_id, document_uid, from_version, to_version, sha256)
);
alter table read.comparison enable row level security;
create policy organisation on read.comparison for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));

-- comparison: SHA-256 of the comparison with an earlier version that the signature form showed.
alter table read.approval add column comparison text;
alter table read.training_record add column comparison text;
