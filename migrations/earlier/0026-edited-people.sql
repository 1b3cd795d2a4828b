-- Finds the people who were ever renamed: a timeline tells people of one name apart as they were called then.
create index event_edited_people on ledger.event (org_id, stream) where type = 'UserEdited';
