-- What the product needs to operate. None of it is a record: it says nothing about documents or training that the
-- ledger does not say.

-- One row for each running worker of the job queue. A worker that stops updating its row is dead, and its jobs are
-- freed. secret_mark: a fingerprint of the SECRET_KEY that the worker runs with.
create table app.worker (
  id text primary key,
  seen_at timestamptz not null,
  secret_mark bytea
);

-- Uploads between the first byte and the event that records the file. object_key: where the bytes were sent.
-- sealed_key: where the checked bytes are, which no presigned address reaches; sha256 is their digest.
create table app.upload (
  org_id uuid not null,
  uid uuid not null,
  document uuid,
  owner uuid not null,
  kind text not null check (kind in ('working', 'final')),
  original_name text not null,
  max_bytes bigint not null check (max_bytes > 0),
  state text not null check (state in ('begun', 'checking', 'checked', 'kept')),
  object_key text not null,
  sealed_key text not null,
  size bigint,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  media_type text,
  pages integer,
  created_at timestamptz not null,
  checking_since timestamptz,
  constraint upload_pk primary key (org_id, uid),
  constraint upload_checked check (
    state not in ('checked', 'kept') or (size is not null and sha256 is not null and media_type is not null)
  )
);
create index upload_unsettled on app.upload (org_id, created_at) where state <> 'kept';

-- The filters and order that each person last chose for each list.
create table app.list_choice (
  org_id uuid not null,
  user_uid uuid not null,
  list text not null,
  choice jsonb not null,
  constraint list_choice_pk primary key (org_id, user_uid, list)
);

-- Form fields that were typed and not sent, or sent after the session had ended. browser: empty where the person's own
-- session saved them, otherwise the browser that may have them back.
create table app.kept_form (
  org_id uuid not null,
  user_uid uuid not null,
  page text not null check (length(page) between 1 and 2000),
  browser text not null,
  fields jsonb not null check (octet_length(fields::text) <= 200000),
  files text[] not null,
  kept_at timestamptz not null,
  constraint kept_form_pk primary key (org_id, user_uid, page, browser)
);
create index kept_form_age on app.kept_form (org_id, kept_at);

-- Reminders that were sent, so that a second worker, a restart or a changed setting sends none twice. about: the
-- training record, approval, document or person. occasion: the date that the reminder is for, such as a due date.
create table app.notice (
  org_id uuid not null,
  kind text not null,
  about uuid not null,
  occasion timestamptz not null,
  recipients uuid[] not null check (cardinality(recipients) > 0),
  noted_at timestamptz not null,
  constraint notice_pk primary key (org_id, kind, about, occasion)
);

-- The certificates that signed PDFs are certified with, and the installation's own authority that issues them. Private
-- keys are encrypted with a key derived from SECRET_KEY, which is never in the database.
create table app.certificate_authority (
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  certificate bytea not null,
  private_key bytea not null,
  created_at timestamptz not null,
  constraint certificate_authority_pk primary key (fingerprint)
);
create table app.seal_certificate (
  org_id uuid not null,
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  certificate bytea not null,
  issuer bytea not null,
  private_key bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  constraint seal_certificate_pk primary key (org_id, fingerprint)
);
revoke update, delete on app.certificate_authority, app.seal_certificate from imprimatur_app;

-- Answers to API requests with an Idempotency-Key, for a day, so that a repeated request gets the same answer. The
-- answer is encrypted with a key that the request itself brings; fingerprint shows whether it is the same request.
create table app.call_answer (
  org_id uuid not null,
  user_uid uuid not null,
  key bytea not null check (octet_length(key) = 32),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  begun_at timestamptz not null,
  sealed bytea,
  constraint call_answer_pk primary key (org_id, user_uid, key)
);

-- Reports that take a while: requested, being made, and available for a day. key: identifies the request, so that
-- asking twice finds the first report.
create table app.report (
  org_id uuid not null,
  uid uuid not null,
  key text not null check (key ~ '^[0-9a-f]{64}$'),
  user_uid uuid not null,
  made_by text not null,
  title text not null,
  request jsonb not null,
  state text not null check (state in ('waiting', 'making', 'done', 'failed', 'cancelled')),
  done integer not null default 0,
  total integer not null,
  attempts integer not null default 0,
  requested_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  filename text not null,
  object_key text,
  size bigint,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint report_pk primary key (org_id, uid),
  constraint report_done check (
    state <> 'done' or (object_key is not null and size is not null and sha256 is not null)
  )
);
create unique index report_key on app.report (org_id, key) where state in ('waiting', 'making', 'done');
create index report_expiry on app.report (org_id, expires_at);

-- A change of a document that an API client has prepared and not submitted: a revision and its approvers, or the
-- departments of a publication. It belongs to one person and to the document's version at that time.
create table app.prepared_change (
  org_id uuid not null,
  document_uid uuid not null,
  user_uid uuid not null,
  version text not null check (length(version) between 1 and 20),
  change jsonb not null check (octet_length(change::text) <= 200000),
  prepared_at timestamptz not null,
  constraint prepared_change_pk primary key (org_id, document_uid, user_uid)
);

select imprimatur.isolate('app.upload');
select imprimatur.isolate('app.list_choice');
select imprimatur.isolate('app.kept_form');
select imprimatur.isolate('app.notice');
select imprimatur.isolate('app.seal_certificate');
select imprimatur.isolate('app.call_answer');
select imprimatur.isolate('app.report');
select imprimatur.isolate('app.prepared_change');

-- What the read tables are searched by.

-- Search by name. New entries go to a short pending list first: an update that leaves the name as it is would otherwise
-- write fifty entries at once. No statistics: no plan depends on them, and collecting them is slow.
create index document_grams on read.document using gin ((array[org_id]), (read.grams(name_folded collate "C")))
  with (fastupdate = on, gin_pending_list_limit = 64);
create index document_version_grams on read.document_version
  using gin ((array[org_id]), (read.grams(name_folded collate "C")))
  with (fastupdate = on, gin_pending_list_limit = 64) where status = 'EFFECTIVE';
alter index read.document_grams alter column 1 set statistics 0;
alter index read.document_grams alter column 2 set statistics 0;
alter index read.document_version_grams alter column 1 set statistics 0;
alter index read.document_version_grams alter column 2 set statistics 0;

-- The audit trail's entries by subject. A batch of training has none: its records name the person and the document.
create view read.audit with (security_invoker = true) as
  select org_id, kind, subject, position from read.audit_entry
  union select org_id, 'document', document_uid, assigned_position from read.training_record
  union select org_id, 'document', document_uid, completed_position from read.training_record
    where completed_position is not null
  union select org_id, 'document', document_uid, cancelled_position from read.training_record
    where cancelled_position is not null
  union select org_id, 'user', user_uid, assigned_position from read.training_record
  union select org_id, 'user', user_uid, completed_position from read.training_record
    where completed_position is not null
  union select org_id, 'user', user_uid, cancelled_position from read.training_record
    where cancelled_position is not null;
