-- Who created a document stays when its ownership is transferred. Before, nobody could transfer it.
alter table read.document add column creator_uid uuid;
update read.document set creator_uid = owner_uid;
alter table read.document alter column creator_uid set not null;
