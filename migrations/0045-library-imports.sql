-- The import of a library from another system, and the rows that it stages until it is completed.
create table read.library_import (
  org_id uuid not null,
  uid uuid not null,
  source text not null,
  reason text not null,
  manifest text not null,
  files jsonb not null,
  status text not null,
  begun_at timestamptz not null,
  begun_by uuid not null,
  begun_by_name text not null,
  counts jsonb,
  problems integer,
  warnings integer,
  plan jsonb,
  root text,
  previewed_at timestamptz,
  checked_at timestamptz,
  checked_by uuid,
  checked_by_name text,
  approved_at timestamptz,
  approved_by_name text,
  completed_at timestamptz,
  first_position bigint,
  last_position bigint,
  report jsonb,
  abandoned_at timestamptz,
  abandoned_reason text,
  -- Which heads of a source stand for which columns.
  columns jsonb,
  constraint library_import_pk primary key (org_id, uid)
);
alter table read.library_import enable row level security;
create policy organisation on read.library_import for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));

create table read.staged_row (
  org_id uuid not null,
  import_uid uuid not null,
  table_name text not null,
  row_key text not null,
  row jsonb not null,
  constraint staged_row_pk primary key (org_id, import_uid, table_name, row_key)
);
alter table read.staged_row enable row level security;
create policy organisation on read.staged_row for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));

-- What an imported document was called before, and what its source claims of a version.
alter table read.document add column former_number text;
alter table read.document add column import_uid uuid;
-- It is found as the number is.
alter table read.document drop column number_spellings;
alter table read.document add column number_spellings text not null generated always as (
  read.number_spellings(type, functional_area, doc_num) || coalesce(' ' || read.number_letters(former_number), '')
) stored;
create index document_number_grams on read.document
  using gin ((array[org_id]), (read.grams(number_spellings collate "C")))
  with (fastupdate = on, gin_pending_list_limit = 64);
alter index read.document_number_grams alter column 1 set statistics 0;
alter index read.document_number_grams alter column 2 set statistics 0;
alter table read.training_record add column claimed jsonb;
alter table read.document_version add column claimed jsonb;
alter table read.document_version add column evidence jsonb;
alter table read.document_version add column import_uid uuid;

-- People who left before an import have no address.
drop index read.user_account_email_unique;
create unique index user_account_email_unique on read.user_account (email) where email <> '';
