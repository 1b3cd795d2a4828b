-- Service accounts: programs that call the API with a token of their own. token_uid names the one token that counts.
create table read.service_account (
  org_id uuid not null,
  uid uuid not null,
  name text not null,
  owner_uid uuid not null,
  owner_name text not null,
  scopes jsonb not null,
  networks jsonb not null,
  expires_at timestamptz not null,
  token_uid uuid not null,
  created_at timestamptz not null,
  rotated_at timestamptz,
  revoked_at timestamptz,
  revoked_reason text,
  constraint service_account_pk primary key (org_id, uid)
);
alter table read.service_account enable row level security;
create policy organisation on read.service_account for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));

-- hash: SHA-256 of the token, which is shown once and stored nowhere.
create table identity.service_token (
  org_id uuid not null,
  uid uuid not null,
  account_uid uuid not null,
  hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_address text,
  constraint service_token_pk primary key (org_id, uid),
  constraint service_token_hash unique (hash)
);
select imprimatur.isolate('identity.service_token');
