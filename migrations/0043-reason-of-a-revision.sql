-- Why a version was made, also where it says nothing else about its change.
alter table read.document_version add column reason text;
update read.document_version v
set reason = e.canonical::jsonb #>> '{data,reason}'
from ledger.event e
where e.org_id = v.org_id
  and e.type = 'DocumentRevised'
  and (e.canonical::jsonb #>> '{data,document}')::uuid = v.document_uid
  and e.canonical::jsonb #>> '{data,version}' = v.version;
