-- What readers asked to be changed, and what became of it. page and words: where, null for the whole document.
create table read.change_request (
  org_id uuid not null,
  uid uuid not null,
  document_uid uuid not null,
  version text not null,
  page integer,
  words text,
  text text not null,
  attachment jsonb,
  urgency text not null,
  author_uid uuid not null,
  author_name text not null,
  requested_at timestamptz not null,
  status text not null,
  decided_at timestamptz,
  decided_by_name text,
  reason text,
  carried_out_version text,
  carried_out_at timestamptz,
  constraint change_request_pk primary key (org_id, uid)
);
create index change_request_of_document on read.change_request (org_id, document_uid);
create index change_request_waiting on read.change_request (org_id, requested_at) where status in ('OPEN', 'ACCEPTED');
alter table read.change_request enable row level security;
create policy organisation on read.change_request for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));

-- What approvers and owner said to a version in its review. area: a rectangle on the page, in thousandths.
create table read.review_comment (
  org_id uuid not null,
  uid uuid not null,
  document_uid uuid not null,
  version text not null,
  page integer not null,
  area jsonb,
  words text,
  text text not null,
  must_fix boolean not null,
  author_uid uuid not null,
  author_name text not null,
  made_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by_name text,
  how text,
  constraint review_comment_pk primary key (org_id, uid)
);
create index review_comment_of_version on read.review_comment (org_id, document_uid, version);
alter table read.review_comment enable row level security;
create policy organisation on read.review_comment for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));

create table read.comment_answer (
  org_id uuid not null,
  uid uuid not null,
  comment_uid uuid not null,
  text text not null,
  author_uid uuid not null,
  author_name text not null,
  answered_at timestamptz not null,
  constraint comment_answer_pk primary key (org_id, uid)
);
create index comment_answer_of_comment on read.comment_answer (org_id, comment_uid);
alter table read.comment_answer enable row level security;
create policy organisation on read.comment_answer for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));
