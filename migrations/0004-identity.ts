import { type Kysely, sql } from 'kysely';

/**
 * What must never be in the ledger: password hashes, session ids (hashed), codes (hashed), failed attempts, and which e-mail was sent.
 * Each organisation's rows are seen within it alone. The ways across are the functions below, which answer for one e-mail
 * address or one hashed session id and for nothing else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);

  // Who the person is (name, e-mail, role, status) is the read model's; here is the secret alone.
  await run(`
    create table identity.credential (
      org_id uuid not null,
      user_uid uuid not null,
      password_hash text not null check (password_hash like '$argon2id$%'),
      password_set_at timestamptz not null,
      constraint credential_pk primary key (org_id, user_uid)
    )`);

  // hash: SHA-256 of the session id, which only the person's browser or client holds.
  await run(`
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
    )`);
  await run('create index session_of_user on identity.session (org_id, user_uid)');

  // key: what asked for the code. The same key never makes a second code, so that an e-mail sent again holds the same one.
  await run(`
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
    )`);
  await run('create index code_of_user on identity.code (org_id, user_uid, issued_at desc)');

  // subject: keyed hash of the e-mail address that was typed, known or not; that is why no organisation is here.
  await run(`
    create table identity.attempt (
      subject bytea not null check (octet_length(subject) = 32),
      failures timestamptz[] not null default '{}',
      locked_until timestamptz,
      touched_at timestamptz not null,
      constraint attempt_pk primary key (subject)
    )`);
  // The shape that rate-limiter-flexible wants. key: the network address that failed attempts came from.
  await run(`
    create table identity.address_failure (
      key varchar(255) not null,
      points integer not null default 0,
      expire bigint,
      constraint address_failure_pk primary key (key)
    )`);

  await run(`
    create table identity.mail_sent (
      org_id uuid not null,
      key text not null,
      message_id text not null,
      template text not null,
      sent_to text,
      sent_at timestamptz,
      constraint mail_sent_pk primary key (org_id, key)
    )`);

  for (const table of ['credential', 'session', 'code', 'mail_sent'])
    await run(`select imprimatur.isolate('identity.${table}')`);

  await run(`
    create function identity.find_account(sought_email text)
    returns table (
      org_id uuid, user_uid uuid, email text, first_name text, last_name text, role text, status text,
      password_hash text, password_set_at timestamptz, settings jsonb
    )
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
      select u.org_id, u.uid, u.email, u.first_name, u.last_name, u.role, u.status, c.password_hash, c.password_set_at, o.settings
      from read.user_account u
      left join identity.credential c on c.org_id = u.org_id and c.user_uid = u.uid
      left join read.organisation o on o.org_id = u.org_id
      where u.email = sought_email
    $$`);

  await run(`
    create function identity.find_session(sought_hash text)
    returns table (
      org_id uuid, hash text, user_uid uuid, door text, created_at timestamptz, last_seen_at timestamptz,
      absolute_expires_at timestamptz, address text, agent text, settings jsonb
    )
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
      select s.org_id, s.hash, s.user_uid, s.door, s.created_at, s.last_seen_at, s.absolute_expires_at, s.address, s.agent, o.settings
      from identity.session s
      left join read.organisation o on o.org_id = s.org_id
      where s.hash = sought_hash
    $$`);

  // Housekeeping across organisations: it removes what has already lost all effect, and tells nothing about it.
  await run(`
    create function identity.purge(moment timestamptz) returns void
    language sql security definer set search_path = pg_catalog, pg_temp as $$
      delete from identity.session where absolute_expires_at < moment;
      delete from identity.code where expires_at < moment - interval '30 days';
      delete from identity.attempt
        where touched_at < moment - interval '7 days' and (locked_until is null or locked_until < moment);
      delete from identity.address_failure where expire < extract(epoch from moment) * 1000;
    $$`);

  for (const name of ['find_account', 'find_session', 'purge'])
    await run(`grant execute on function identity.${name} to imprimatur_app`);
}
