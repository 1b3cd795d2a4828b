-- The person's account at the organisation's issuer (OpenID Connect), linked at the first sign-in through it.
alter table read.user_account
  add column directory_issuer text,
  add column directory_subject text;
create unique index user_account_directory on read.user_account (org_id, directory_issuer, directory_subject);

-- Client secrets, encrypted with a key of SECRET_KEY. The settings name the one that counts.
create table identity.client_secret (
  org_id uuid not null,
  uid uuid not null,
  secret bytea not null,
  created_at timestamptz not null,
  constraint client_secret_pk primary key (org_id, uid)
);
select imprimatur.isolate('identity.client_secret');

-- A person who was sent to the issuer and is awaited back, once. state: SHA-256 of what the address carries; browser:
-- SHA-256 of the cookie's value. user_uid and waiting are of a signature alone: its command and the words that wait.
create table identity.single_sign_on_flow (
  org_id uuid not null,
  state bytea not null,
  browser bytea not null,
  user_uid uuid,
  nonce text not null,
  verifier text not null,
  page text not null,
  waiting jsonb,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  constraint single_sign_on_flow_pk primary key (org_id, state)
);
select imprimatur.isolate('identity.single_sign_on_flow');

-- What the issuer said about a person who came back to sign: counts once, for the command that waited.
create table identity.reauthentication (
  org_id uuid not null,
  uid uuid not null,
  user_uid uuid not null,
  said jsonb not null,
  expires_at timestamptz not null,
  constraint reauthentication_pk primary key (org_id, uid)
);
select imprimatur.isolate('identity.reauthentication');
