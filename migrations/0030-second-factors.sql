-- What people have beside their password. credential_id and public_key (base64url) are a passkey's.
create table read.authenticator (
  org_id uuid not null,
  uid uuid not null,
  user_uid uuid not null,
  kind text not null,
  credential_id text,
  public_key text,
  model text,
  enrolled_at timestamptz not null,
  revoked_at timestamptz,
  constraint authenticator_pk primary key (org_id, uid)
);
create index authenticator_of_person on read.authenticator (org_id, user_uid);
alter table read.authenticator enable row level security;
create policy organisation on read.authenticator for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));

-- The secret of a person's one-time codes, encrypted with a key of SECRET_KEY. It counts once an event of the person
-- names its uid. last_step: the newest 30 seconds whose code was used, so that no code is used twice.
create table identity.totp (
  org_id uuid not null,
  uid uuid not null,
  user_uid uuid not null,
  secret bytea not null,
  created_at timestamptz not null,
  last_step bigint not null default 0,
  constraint totp_pk primary key (org_id, uid)
);
create index totp_of_person on identity.totp (org_id, user_uid);
select imprimatur.isolate('identity.totp');

-- Codes that stand in for a lost authenticator, each used once. hash: keyed with SECRET_KEY.
create table identity.recovery_code (
  org_id uuid not null,
  user_uid uuid not null,
  hash bytea not null,
  used_at timestamptz,
  constraint recovery_code_pk primary key (org_id, user_uid, hash)
);
select imprimatur.isolate('identity.recovery_code');

-- A sign-in whose password was right and whose second factor is awaited. hash: SHA-256 of the challenge.
create table identity.sign_in_challenge (
  org_id uuid not null,
  hash bytea not null,
  user_uid uuid not null,
  password_set_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sign_in_challenge_pk primary key (org_id, hash)
);
select imprimatur.isolate('identity.sign_in_challenge');
