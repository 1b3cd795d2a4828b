-- When somebody reminded the person of an open record last.
alter table read.training_record add column reminded_at timestamptz;
