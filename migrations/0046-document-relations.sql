-- What the source of an import says that a document has to do with another.
create table read.document_relation (
  org_id uuid not null,
  document_uid uuid not null,
  related_uid uuid not null,
  relation text not null,
  import_uid uuid not null,
  constraint document_relation_pk primary key (org_id, document_uid, related_uid, relation)
);
create index document_relation_related on read.document_relation (org_id, related_uid);
alter table read.document_relation enable row level security;
create policy organisation on read.document_relation for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));
