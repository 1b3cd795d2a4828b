-- What a version changes and why, as its author said when it was sent for review; null where nobody said so.
alter table read.document_version add column change jsonb;
