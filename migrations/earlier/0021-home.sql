-- What a person has saved of the list of documents under a name: its search, filters and order as address parameters.
create table app.list_view (
  org_id uuid not null,
  user_uid uuid not null,
  name text not null check (length(name) between 1 and 60),
  filters jsonb not null check (octet_length(filters::text) <= 4000),
  constraint list_view_pk primary key (org_id, user_uid, name)
);
select imprimatur.isolate('app.list_view');

-- Overdue training, and what was overdue until it was signed, are counted from indexes alone.
drop index read.training_record_due;
create index training_record_due on read.training_record (org_id, due_at) include (user_uid, document_uid)
  where status = 'OPEN';
create index training_record_late on read.training_record (org_id, signed_at) include (user_uid, due_at)
  where signed_at > due_at;
