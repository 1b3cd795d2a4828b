-- Of the route that the version was sent along: whether it keeps owners out of approving steps, and whether one person
-- may sign in several steps. Start here and emails leave out a deputy who could not sign.
alter table read.version_step add column separation text, add column same_person boolean;
update read.version_step s
set separation = e.canonical::jsonb #>> '{data,route,separation}',
    same_person = (e.canonical::jsonb #>> '{data,route,samePerson}')::boolean
from ledger.event e
where e.org_id = s.org_id and e.stream = 'document-' || s.document_uid
  and e.type in ('DocumentSentForReview', 'DocumentRevised')
  and e.canonical::jsonb #>> '{data,version}' = s.version and e.canonical::jsonb #> '{data,route}' is not null;
alter table read.version_step alter column separation set not null, alter column same_person set not null;
