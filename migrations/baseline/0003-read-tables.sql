-- The read models: folded from the ledger by `ledger.append` in its own transaction and rebuilt by the owner. The
-- application only reads them, and sees the rows of its organisation alone.

-- These three functions are part of the tables: generated columns and indexes hold what they computed. A change of one
-- therefore needs a numbered migration, which also updates the rows.

-- For search and sorting: lower case, no accents, compatible forms as one ("LODZ" finds "Łódź", "strasse" "Straße") and
-- typographic marks as a keyboard has them. Both cases are listed, since without a locale lower() knows ASCII alone.
create function read.folded(words text) returns text language sql immutable parallel safe
return case when octet_length(words) = char_length(words) then lower(words)
            else replace(replace(replace(replace(
                   translate(lower(regexp_replace(normalize(words, nfkd), U&'[\0300-\036F]', '', 'g')),
                     'łŁøØđĐðÐħĦŧŦıẞÆŒÞ‘’‚‛ʼ′“”„‟«»‐‒–—―−ς', 'llooddddhhttißæœþ''''''''''''""""""------σ'),
                 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;

-- For uniqueness: texts that look the same are the same, and spaces around them do not count.
create function read.trimmed(words text) returns text language sql immutable strict parallel safe
return normalize(regexp_replace(words, '^\s+|\s+$', '', 'g'), nfc);

-- The trigrams of a folded text, and its pairs where one letter is beyond ASCII: words of two are usual in Japanese and
-- Chinese. The cost makes the planner read them from the index instead of computing them.
create function read.grams(words text) returns text[] language plpgsql immutable strict parallel safe cost 10000 as $$
declare
  letters constant integer := char_length(words);
  parts text[] := '{}';
begin
  for i in 1 .. letters - 2 loop
    parts[i] := substr(words, i, 3);
  end loop;
  if octet_length(words) <> letters then
    for i in 1 .. letters - 1 loop
      if octet_length(substr(words, i, 2)) <> 2 then
        parts := parts || substr(words, i, 2);
      end if;
    end loop;
  end if;
  return parts;
end $$;

grant execute on function read.folded, read.trimmed to imprimatur_app;

create table read.organisation (
  org_id uuid not null,
  uid uuid not null,
  name text not null,
  domain text not null,
  settings jsonb not null,
  created_at timestamptz not null,
  constraint organisation_pk primary key (org_id, uid),
  constraint organisation_is_itself check (uid = org_id)
);

create table read.user_account (
  org_id uuid not null,
  uid uuid not null,
  first_name text not null,
  last_name text not null,
  full_name text not null generated always as (first_name || ' ' || last_name) stored,
  full_name_folded text not null generated always as (read.folded(first_name || ' ' || last_name)) stored,
  email text not null,
  role text not null,
  status text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  deactivated_at timestamptz,
  credential_updated_at timestamptz,
  code_expires_at timestamptz,
  statement_accepted_at timestamptz,
  constraint user_account_pk primary key (org_id, uid)
);

create table read.user_department (
  org_id uuid not null,
  user_uid uuid not null,
  department_uid uuid not null,
  constraint user_department_pk primary key (org_id, user_uid, department_uid)
);

create table read.department (
  org_id uuid not null,
  uid uuid not null,
  name text not null,
  name_folded text not null generated always as (read.folded(name)) stored,
  created_at timestamptz not null,
  constraint department_pk primary key (org_id, uid)
);

create table read.functional_area (
  org_id uuid not null,
  name text not null,
  created_at timestamptz not null,
  constraint functional_area_pk primary key (org_id, name)
);

create table read.document (
  org_id uuid not null,
  uid uuid not null,
  name text not null,
  name_folded text not null generated always as (read.folded(name)) stored,
  type text not null,
  functional_area text not null,
  doc_num text not null,
  version text not null,
  status text not null,
  status_order smallint not null generated always as (
    array_position(array['CREATED', 'IN_REVIEW', 'APPROVED', 'PENDING', 'EFFECTIVE', 'SUPERSEDED', 'RETIRED', 'REJECTED'], status)
  ) stored,
  owner_uid uuid not null,
  externally_effective boolean not null,
  approved boolean not null,
  effective boolean not null,
  effective_version text,
  training_version text generated always as (case when status = 'PENDING' then version else effective_version end) stored,
  training_interval integer not null,
  review_interval integer not null,
  working_file jsonb,
  final_file jsonb,
  revision_working_file jsonb,
  revision_final_file jsonb,
  created_at timestamptz not null,
  revised_at timestamptz not null,
  reviewed_at timestamptz,
  approved_at timestamptz,
  published_at timestamptz,
  effective_at timestamptz,
  latest_effective_at timestamptz,
  retired_at timestamptz,
  retired_reason text,
  -- The intervals of the version in force, where a revision has given the document others.
  effective_training_interval integer,
  effective_review_interval integer,
  -- In UTC throughout, so that the expression does not depend on the session's time zone.
  review_due_at timestamptz generated always as (
    (greatest(latest_effective_at, reviewed_at) at time zone 'UTC'
      + coalesce(effective_review_interval, review_interval) * interval '24 hours') at time zone 'UTC'
  ) stored,
  constraint document_pk primary key (org_id, uid)
);

create table read.document_version (
  org_id uuid not null,
  document_uid uuid not null,
  version text not null,
  version_order integer not null generated always as (
    split_part(version, '.', 1)::integer * 1000 + split_part(version, '.', 2)::integer
  ) stored,
  name text not null,
  name_folded text not null generated always as (read.folded(name)) stored,
  status text not null,
  externally_effective boolean not null,
  working_file jsonb not null,
  final_file jsonb not null,
  signed_file jsonb,
  submitted_at timestamptz not null,
  approved_at timestamptz,
  rejected_at timestamptz,
  published_at timestamptz,
  training_waived boolean,
  effective_at timestamptz,
  superseded_at timestamptz,
  withdrawn_at timestamptz,
  retired_at timestamptz,
  constraint document_version_pk primary key (org_id, document_uid, version)
);

create table read.document_department (
  org_id uuid not null,
  document_uid uuid not null,
  version text not null,
  department_uid uuid not null,
  constraint document_department_pk primary key (org_id, document_uid, version, department_uid)
);

create table read.approval (
  org_id uuid not null,
  uid uuid not null,
  document_uid uuid not null,
  version text not null,
  user_uid uuid not null,
  user_name text not null,
  status text not null,
  requested_at timestamptz not null,
  signer_name text,
  signed_name text,
  signer_role text,
  meaning text,
  reason text,
  sha256 text,
  signed_at timestamptz,
  cancelled_at timestamptz,
  cancelled_because text,
  constraint approval_pk primary key (org_id, uid)
);

create table read.training_record (
  org_id uuid not null,
  uid uuid not null,
  user_uid uuid not null,
  document_uid uuid not null,
  version text not null,
  status text not null,
  assigned_because text not null,
  assigned_at timestamptz not null,
  assigned_position bigint not null,
  due_at timestamptz not null,
  signer_name text,
  signed_name text,
  signer_role text,
  meaning text,
  reason text,
  sha256 text,
  signed_at timestamptz,
  completed_position bigint,
  cancelled_at timestamptz,
  cancelled_because text,
  cancelled_position bigint,
  constraint training_record_pk primary key (org_id, uid)
);

create table read.reading (
  org_id uuid not null,
  document_uid uuid not null,
  version text not null,
  user_uid uuid not null,
  kind text not null,
  sha256 text not null,
  purpose text not null,
  downloaded_at timestamptz not null,
  constraint reading_pk primary key (org_id, document_uid, version, user_uid, kind, sha256)
);

create table read.audit_entry (
  org_id uuid not null,
  subject uuid not null,
  position bigint not null,
  kind text not null,
  constraint audit_entry_pk primary key (org_id, subject, position)
);

-- Every index starts with the organisation, except that an email address is unique in the whole installation.
create unique index user_account_email_unique on read.user_account (email);
create index user_account_name on read.user_account (org_id, full_name_folded, uid);
create index user_department_members on read.user_department (org_id, department_uid, user_uid);

create unique index department_name_unique on read.department (org_id, lower(read.trimmed(name)));
create unique index functional_area_name_unique on read.functional_area (org_id, lower(read.trimmed(name)));

-- A discarded draft has no row, so its name and doc ID are free again; one ever sent for review keeps its row for ever.
create unique index document_name_unique on read.document (org_id, read.trimmed(name));
create unique index document_number_unique on read.document (org_id, type, doc_num);
-- One index for each order of the lists.
create index document_name on read.document (org_id, name_folded, uid);
create index document_type on read.document (org_id, type, name_folded, uid);
create index document_area on read.document (org_id, functional_area, name_folded, uid);
create index document_number on read.document (org_id, doc_num, name_folded, uid);
create index document_revised on read.document (org_id, revised_at, uid);
create index document_status on read.document (org_id, status_order, uid);
create index document_owner_name on read.document (org_id, owner_uid, name_folded, uid)
  include (status, functional_area);
-- The counts of the lists are read from this index alone.
create index document_standing on read.document (org_id, status, owner_uid, functional_area);
create index document_due on read.document (org_id, effective_at) where status = 'PENDING';
create index document_review_due on read.document (org_id, review_due_at) where status = 'EFFECTIVE';

-- Checked at the commit: the new version may be written before the old one is superseded.
alter table read.document_version add constraint document_version_in_force_unique
  exclude using btree (org_id with =, document_uid with =) where (status = 'EFFECTIVE') deferrable initially deferred;
create index document_version_in_force on read.document_version (org_id, name_folded, document_uid)
  where status = 'EFFECTIVE';
create index document_version_effective on read.document_version (org_id, effective_at, name_folded, document_uid)
  where status = 'EFFECTIVE';
create index document_department_documents on read.document_department (org_id, department_uid, document_uid, version);

create unique index approval_open_unique on read.approval (org_id, document_uid, version, user_uid)
  where status = 'OPEN';
create index approval_document on read.approval (org_id, document_uid, version);
create index approval_user on read.approval (org_id, user_uid, status);

create unique index training_record_open_unique on read.training_record (org_id, user_uid, document_uid, version)
  where status = 'OPEN';
create index training_record_document on read.training_record (org_id, document_uid, version, status, user_uid);
create index training_record_user on read.training_record (org_id, user_uid, status, due_at);
create index training_record_due on read.training_record (org_id, due_at) where status = 'OPEN';

do $$
declare
  name name;
begin
  for name in select relname from pg_class where relnamespace = 'read'::regnamespace and relkind = 'r' loop
    execute format('alter table read.%I enable row level security', name);
    execute format(
      'create policy organisation on read.%I for select to imprimatur_app
         using (org_id = (select nullif(current_setting(''imprimatur.org'', true), '''')::uuid))', name);
  end loop;
end $$;
