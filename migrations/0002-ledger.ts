import { type Kysely, sql } from 'kysely';
import { appendFunction } from './ledger/append-function.ts';
import { projectionCompiler } from './ledger/projection-compiler.ts';
import { readingFunctions } from './ledger/reading-functions.ts';

/**
 * The ledger: per organisation the positions 1..N without gaps and one RFC 6962 Merkle tree over the stored bytes.
 * The application's role may read its own organisation's rows and call `ledger.append` and `ledger.record_checkpoint`;
 * no grant lets it write a table. Triggers refuse a change even to the owner, as long as nobody switches them off,
 * and the tree tells when somebody did.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One hot row an organisation. The low fillfactor keeps its updates on their page (HOT); plain storage keeps the
  // frontier (at most 63 hashes) in the row itself. clock_at is the server's clock as the last append saw it, recorded_at what it wrote.
  await sql`
    create table ledger.head (
      org_id uuid not null,
      size bigint not null default 0 check (size >= 0),
      frontier bytea not null default '' check (octet_length(frontier) = 32 * bit_count(size::bit(64))),
      recorded_at timestamptz not null default '-infinity',
      clock_at timestamptz not null default '-infinity',
      constraint head_pk primary key (org_id)
    ) with (fillfactor = 10, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0)`.execute(db);
  await sql`alter table ledger.head alter column frontier set storage plain`.execute(db);

  // The bytes lie as they are: compressing the large ones would cost more than anything else in their append.
  // A command's first event also holds where the command's events end and what it answered: a second try finds them.
  // canonical: the RFC 8785 text whose UTF-8 bytes were hashed. leaf: SHA-256 of 0x00 and those bytes.
  await sql`
    create table ledger.event (
      org_id uuid not null,
      position bigint not null check (position > 0),
      version integer not null check (version > 0),
      recorded_at timestamptz not null,
      stream text not null,
      type text not null,
      command_id text not null,
      command_last bigint check (command_last >= position),
      command_answer text,
      leaf bytea not null check (octet_length(leaf) = 32),
      canonical text not null,
      constraint event_pk primary key (org_id, position),
      constraint event_stream_version unique (org_id, stream, version)
    )`.execute(db);
  await sql`alter table ledger.event alter column canonical set storage external`.execute(db);

  await sql`
    create unique index event_command on ledger.event (org_id, command_id) where command_last is not null`.execute(db);

  // Roots of complete subtrees of 2^level leaves, for the levels 8, 16, 24, …: what lies between is recomputed from them.
  await sql`
    create table ledger.node (
      org_id uuid not null,
      level smallint not null check (level > 0 and level % 8 = 0),
      index bigint not null check (index >= 0),
      hash bytea not null check (octet_length(hash) = 32),
      constraint node_pk primary key (org_id, level, index)
    )`.execute(db);

  await sql`
    create table ledger.checkpoint (
      org_id uuid not null,
      size bigint not null check (size > 0),
      root bytea not null check (octet_length(root) = 32),
      note text not null,
      signed_at timestamptz not null default clock_timestamp(),
      constraint checkpoint_pk primary key (org_id, size)
    )`.execute(db);

  for (const table of ['head', 'event', 'node', 'checkpoint'])
    for (const statement of [
      `alter table ledger.${table} enable row level security`,
      `create policy organisation on ledger.${table} for select to imprimatur_app
         using (org_id = nullif(current_setting('imprimatur.org', true), '')::uuid)`,
      `revoke all on ledger.${table} from public, imprimatur_app`,
      `grant select on ledger.${table} to imprimatur_app`,
    ])
      await sql.raw(statement).execute(db);

  await sql`
    create function ledger.refuse_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
    begin
      raise exception 'ledger.% is append-only: % is refused', tg_table_name, tg_op using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  for (const table of ['event', 'node', 'checkpoint'])
    for (const statement of [
      `create trigger append_only before update or delete or truncate on ledger.${table}
         for each statement execute function ledger.refuse_change()`,
      // "always": also where session_replication_role is replica.
      `alter table ledger.${table} enable always trigger append_only`,
    ])
      await sql.raw(statement).execute(db);
  for (const statement of [
    `create trigger no_removal before delete or truncate on ledger.head
       for each statement execute function ledger.refuse_change()`,
    `alter table ledger.head enable always trigger no_removal`,
  ])
    await sql.raw(statement).execute(db);

  await sql.raw(projectionCompiler).execute(db);
  await sql`select ledger.compile_read_models()`.execute(db);
  await sql.raw(appendFunction).execute(db);
  for (const statement of readingFunctions) await sql.raw(statement).execute(db);

  const functions = [
    'append',
    'record_checkpoint',
    'organisations',
    'read_streams',
    'read_versions',
    'read_page',
    'read_bytes',
    'read_command',
    'read_head',
    'read_leaves',
    'read_nodes',
    'read_checkpoint',
  ];
  await sql`revoke all on all functions in schema ledger from public`.execute(db);
  for (const name of functions) await sql.raw(`grant execute on function ledger.${name} to imprimatur_app`).execute(db);
}
