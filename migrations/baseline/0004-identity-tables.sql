-- Secrets, which must never be in the ledger: password hashes, hashed session ids, hashed codes, failed attempts; and
-- which emails were sent. The person's name, email address, role and status are in the read model.

create table identity.credential (
  org_id uuid not null,
  user_uid uuid not null,
  password_hash text not null check (password_hash like '$argon2id$%'),
  password_set_at timestamptz not null,
  constraint credential_pk primary key (org_id, user_uid)
);

-- hash: SHA-256 of the session id, which only the person's browser or client holds.
create table identity.session (
  org_id uuid not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  user_uid uuid not null,
  door text not null check (door in ('screen', 'call')),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  address text,
  agent text,
  constraint session_pk primary key (org_id, hash),
  constraint session_hash_unique unique (hash)
);
create index session_of_user on identity.session (org_id, user_uid);

-- key: the request that the code is for. A key has one code, so that an email that is sent again holds the same one.
create table identity.code (
  org_id uuid not null,
  uid uuid not null,
  user_uid uuid not null,
  purpose text not null check (purpose in ('confirm', 'reconfirm', 'reset')),
  key text not null,
  hash bytea not null check (octet_length(hash) = 32),
  issued_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > issued_at),
  used_at timestamptz,
  wrong_tries integer not null default 0,
  constraint code_pk primary key (org_id, uid),
  constraint code_key_unique unique (org_id, key)
);
create index code_of_user on identity.code (org_id, user_uid, issued_at desc);

-- subject: keyed hash of the email address that was typed. It may be nobody's, so the row has no organisation.
create table identity.attempt (
  subject bytea not null check (octet_length(subject) = 32),
  failures timestamptz[] not null default '{}',
  locked_until timestamptz,
  touched_at timestamptz not null,
  constraint attempt_pk primary key (subject)
);

-- The columns that rate-limiter-flexible needs. key: the network address that failed attempts came from.
create table identity.address_failure (
  key varchar(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint address_failure_pk primary key (key)
);

-- refused_at and refusal: the receiving server refused the email for good (SMTP 5xx). It is not tried again.
create table identity.mail_sent (
  org_id uuid not null,
  key text not null,
  message_id text not null,
  template text not null,
  sent_to text,
  sent_at timestamptz,
  to_user uuid,
  refused_at timestamptz,
  refusal text,
  constraint mail_sent_pk primary key (org_id, key),
  constraint mail_sent_or_refused check (sent_at is null or refused_at is null)
);
create index mail_refused on identity.mail_sent (org_id, to_user) where refused_at is not null;

-- Answers to visitors' API requests with an Idempotency-Key; see app.call_answer. A visitor has no organisation yet.
-- key: keyed hash of the network address and of the key that was sent.
create table identity.call_answer (
  key bytea not null check (octet_length(key) = 32),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  begun_at timestamptz not null,
  sealed bytea,
  constraint visitor_call_answer_pk primary key (key)
);

select imprimatur.isolate('identity.credential');
select imprimatur.isolate('identity.session');
select imprimatur.isolate('identity.code');
select imprimatur.isolate('identity.mail_sent');
