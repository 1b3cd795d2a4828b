-- The ledger: per organisation the positions 1..N without gaps and one RFC 6962 Merkle tree over the stored bytes.
-- The application may read its own organisation's rows and call the functions of this schema; no grant lets it write.
-- Triggers refuse a change even to the owner, and the tree shows a change that was made with the triggers switched off.

-- One row per organisation. The low fillfactor keeps its updates on their page (HOT), plain storage keeps the frontier
-- (at most 63 hashes) in the row. clock_at: the server's clock at the last append; recorded_at: the time it recorded.
create table ledger.head (
  org_id uuid not null,
  size bigint not null default 0 check (size >= 0),
  frontier bytea not null default '' check (octet_length(frontier) = 32 * bit_count(size::bit(64))),
  recorded_at timestamptz not null default '-infinity',
  clock_at timestamptz not null default '-infinity',
  constraint head_pk primary key (org_id)
) with (fillfactor = 10, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);
alter table ledger.head alter column frontier set storage plain;

-- canonical: the RFC 8785 text whose UTF-8 bytes were hashed, stored uncompressed for speed.
-- leaf: SHA-256 of 0x00 and those bytes. command_last and command_answer: on a command's first event, the position of
-- its last event and its answer, which a repeated command gets again.
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
);
alter table ledger.event alter column canonical set storage external;
create unique index event_command on ledger.event (org_id, command_id) where command_last is not null;

-- Roots of complete subtrees of 2^level leaves, for the levels 8, 16, 24, …; the others are recomputed from them.
create table ledger.node (
  org_id uuid not null,
  level smallint not null check (level > 0 and level % 8 = 0),
  index bigint not null check (index >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  constraint node_pk primary key (org_id, level, index)
);

create table ledger.checkpoint (
  org_id uuid not null,
  size bigint not null check (size > 0),
  root bytea not null check (octet_length(root) = 32),
  note text not null,
  signed_at timestamptz not null default clock_timestamp(),
  number integer not null check (number > 0),
  constraint checkpoint_pk primary key (org_id, size),
  constraint checkpoint_number unique (org_id, number)
);

-- How many checkpoints were signed: a gap in their numbers, or a missing newest one, shows that some were removed.
create table ledger.signed (
  org_id uuid not null,
  number integer not null check (number > 0),
  size bigint not null check (size > 0),
  constraint signed_pk primary key (org_id)
);

create function ledger.refuse_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'ledger.% is append-only: % is refused', tg_table_name, tg_op using errcode = 'insufficient_privilege';
end $$;

-- "always": also where session_replication_role is replica.
do $$
declare
  name text;
begin
  foreach name in array array['head', 'event', 'node', 'checkpoint', 'signed'] loop
    execute format('alter table ledger.%I enable row level security', name);
    execute format(
      'create policy organisation on ledger.%I for select to imprimatur_app
         using (org_id = (select nullif(current_setting(''imprimatur.org'', true), '''')::uuid))', name);
    execute format('revoke all on ledger.%I from public, imprimatur_app', name);
    execute format('grant select on ledger.%I to imprimatur_app', name);
  end loop;
  foreach name in array array['event', 'node', 'checkpoint'] loop
    execute format(
      'create trigger append_only before update or delete or truncate on ledger.%I
         for each statement execute function ledger.refuse_change()', name);
    execute format('alter table ledger.%I enable always trigger append_only', name);
  end loop;
  foreach name in array array['head', 'signed'] loop
    execute format(
      'create trigger no_removal before delete or truncate on ledger.%I
         for each statement execute function ledger.refuse_change()', name);
    execute format('alter table ledger.%I enable always trigger no_removal', name);
  end loop;
end $$;
