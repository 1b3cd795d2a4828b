-- Training that is carried over from an earlier version. Before, a waiver carried nothing over.
alter table read.document_version add column training_carried boolean;
update read.document_version set training_carried = false where training_waived is not null;
alter table read.training_record add column carried_from text;
