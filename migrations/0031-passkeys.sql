-- What a passkey was asked and has not answered yet; each is answered once, within five minutes. words: those of a
-- signature, whose SHA-256 is the challenge; null where a new passkey is enrolled.
create table identity.passkey_challenge (
  org_id uuid not null,
  challenge bytea not null,
  user_uid uuid not null,
  words text,
  asked_at timestamptz not null,
  constraint passkey_challenge_pk primary key (org_id, challenge)
);
select imprimatur.isolate('identity.passkey_challenge');

-- How the signer was checked, in the words of the signature.
alter table read.approval add column signed_with text;
alter table read.training_record add column signed_with text;
update read.approval set signed_with = 'email and password' where signer_name is not null;
update read.training_record set signed_with = 'email and password' where signer_name is not null;
