-- What a person has prepared is recorded with that person's own act only.
alter table app.prepared_change drop constraint prepared_change_pk;
alter table app.prepared_change add constraint prepared_change_pk primary key (org_id, document_uid, user_uid);
