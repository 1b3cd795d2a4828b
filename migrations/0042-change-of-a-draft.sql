-- What the working version changes and why, of a draft as it is written so far.
alter table read.document add column change jsonb;

-- Who sent a version for review or declared it effective, by the name of then.
alter table read.document_version add column submitted_by_name text;
update read.document_version v
set submitted_by_name = coalesce(e.canonical::jsonb #>> '{actor,name}', 'The system')
from ledger.event e
where e.org_id = v.org_id
  and e.type in ('DocumentSentForReview', 'DocumentDeclaredExternallyEffective', 'DocumentRevised')
  and (e.canonical::jsonb #>> '{data,document}')::uuid = v.document_uid
  and e.canonical::jsonb #>> '{data,version}' = v.version;
