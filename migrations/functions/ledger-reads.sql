-- Reads of the ledger in one round trip. Each runs with the caller's rights and sets the organisation that row-level
-- security compares with for its transaction.

create function ledger.read_streams(p_org uuid, p_streams text[])
returns table (stream text, "position" bigint, canonical text)
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform set_config('imprimatur.org', p_org::text, true);
  return query
    select e.stream, e.position, e.canonical from ledger.event e
    where e.org_id = p_org and e.stream = any(p_streams) order by e.stream, e.version;
end $$;

create function ledger.read_versions(p_org uuid, p_streams text[]) returns table (stream text, version integer)
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform set_config('imprimatur.org', p_org::text, true);
  return query
    select s.name, e.version from unnest(p_streams) s(name)
    cross join lateral (select e.version from ledger.event e where e.org_id = p_org and e.stream = s.name
                        order by e.version desc limit 1) e;
end $$;

create function ledger.read_page(p_org uuid, p_after bigint, p_up_to bigint, p_limit integer)
returns table ("position" bigint, canonical text)
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform set_config('imprimatur.org', p_org::text, true);
  return query
    select e.position, e.canonical from ledger.event e
    where e.org_id = p_org and e.position > p_after and e.position <= p_up_to order by e.position limit p_limit;
end $$;

create function ledger.read_bytes(p_org uuid, p_positions bigint[])
returns table ("position" bigint, canonical text, leaf bytea)
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform set_config('imprimatur.org', p_org::text, true);
  return query
    select e.position, e.canonical, e.leaf from ledger.event e
    where e.org_id = p_org and e.position = any(p_positions) order by e.position;
end $$;

create function ledger.read_command(p_org uuid, p_command text)
returns table (answer text, first_position bigint, last_position bigint)
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform set_config('imprimatur.org', p_org::text, true);
  return query
    select e.command_answer, e.position, e.command_last from ledger.event e
    where e.org_id = p_org and e.command_id = p_command and e.command_last is not null;
end $$;

create function ledger.read_head(p_org uuid) returns table (size bigint, frontier bytea, recorded_at timestamptz)
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform set_config('imprimatur.org', p_org::text, true);
  return query select h.size, h.frontier, h.recorded_at from ledger.head h where h.org_id = p_org;
end $$;

-- Ranges of leaves and nodes, for proofs. The limit shows the planner that a range is short: a plain join would be
-- planned, for unknown parameters, as a read of the whole ledger.
create function ledger.read_leaves(p_org uuid, p_from bigint[], p_to bigint[])
returns table ("position" bigint, leaf bytea)
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform set_config('imprimatur.org', p_org::text, true);
  return query
    select e.position, e.leaf from unnest(p_from, p_to) r(low, high)
    cross join lateral (select e.position, e.leaf from ledger.event e
                        where e.org_id = p_org and e.position between r.low and r.high
                        order by e.position limit r.high - r.low + 1) e;
end $$;

create function ledger.read_nodes(p_org uuid, p_levels smallint[], p_from bigint[], p_to bigint[])
returns table (level smallint, index bigint, hash bytea)
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform set_config('imprimatur.org', p_org::text, true);
  return query
    select n.level, n.index, n.hash from unnest(p_levels, p_from, p_to) r(level, low, high)
    cross join lateral (select n.level, n.index, n.hash from ledger.node n
                        where n.org_id = p_org and n.level = r.level and n.index between r.low and r.high
                        order by n.index limit r.high - r.low + 1) n;
end $$;

-- The earliest checkpoint that covers p_at_least; null: the latest of all.
create function ledger.read_checkpoint(p_org uuid, p_at_least bigint)
returns table (size bigint, root bytea, note text, signed_at timestamptz)
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform set_config('imprimatur.org', p_org::text, true);
  return query
    (select c.size, c.root, c.note, c.signed_at from ledger.checkpoint c
     where c.org_id = p_org and c.size >= p_at_least order by c.size limit 1)
    union all
    (select c.size, c.root, c.note, c.signed_at from ledger.checkpoint c
     where c.org_id = p_org and p_at_least is null order by c.size desc limit 1);
end $$;

grant execute on function
  ledger.read_streams, ledger.read_versions, ledger.read_page, ledger.read_bytes, ledger.read_command,
  ledger.read_head, ledger.read_leaves, ledger.read_nodes, ledger.read_checkpoint
to imprimatur_app;
