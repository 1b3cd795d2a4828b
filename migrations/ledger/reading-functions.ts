/**
 * Reading in one round trip under row-level security: each runs with the caller's own rights, keys the policy to the
 * organisation for its own transaction, and reads. The owner's rights are used by two alone, which say so.
 */
const reading = (name: string, parameters: string, columns: string, query: string): string => `
  create function ledger.${name}(p_org uuid${parameters}) returns table (${columns})
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
  #variable_conflict use_column
  begin
    perform set_config('imprimatur.org', p_org::text, true);
    return query ${query};
  end $$`;

export const readingFunctions: readonly string[] = [
  reading(
    'read_streams',
    ', p_streams text[]',
    'stream text, "position" bigint, canonical text',
    `select e.stream, e.position, e.canonical from ledger.event e
     where e.org_id = p_org and e.stream = any(p_streams) order by e.stream, e.version`,
  ),
  reading(
    'read_versions',
    ', p_streams text[]',
    'stream text, version integer',
    `select s.name, e.version from unnest(p_streams) s(name)
     cross join lateral (select e.version from ledger.event e where e.org_id = p_org and e.stream = s.name
                         order by e.version desc limit 1) e`,
  ),
  reading(
    'read_page',
    ', p_after bigint, p_up_to bigint, p_limit integer',
    '"position" bigint, canonical text',
    `select e.position, e.canonical from ledger.event e
     where e.org_id = p_org and e.position > p_after and e.position <= p_up_to order by e.position limit p_limit`,
  ),
  reading(
    'read_bytes',
    ', p_positions bigint[]',
    '"position" bigint, canonical text, leaf bytea',
    `select e.position, e.canonical, e.leaf from ledger.event e
     where e.org_id = p_org and e.position = any(p_positions) order by e.position`,
  ),
  reading(
    'read_command',
    ', p_command text',
    'answer text, first_position bigint, last_position bigint',
    `select e.command_answer, e.position, e.command_last from ledger.event e
     where e.org_id = p_org and e.command_id = p_command and e.command_last is not null`,
  ),
  reading(
    'read_head',
    '',
    'size bigint, frontier bytea, recorded_at timestamptz',
    'select h.size, h.frontier, h.recorded_at from ledger.head h where h.org_id = p_org',
  ),
  reading(
    'read_leaves',
    ', p_from bigint[], p_to bigint[]',
    '"position" bigint, leaf bytea',
    `select e.position, e.leaf from unnest(p_from, p_to) r(low, high)
     join ledger.event e on e.org_id = p_org and e.position between r.low and r.high`,
  ),
  reading(
    'read_nodes',
    ', p_levels smallint[], p_from bigint[], p_to bigint[]',
    'level smallint, index bigint, hash bytea',
    `select n.level, n.index, n.hash from unnest(p_levels, p_from, p_to) r(level, low, high)
     join ledger.node n on n.org_id = p_org and n.level = r.level and n.index between r.low and r.high`,
  ),
  // The earliest that covers p_at_least; null: the latest of all.
  reading(
    'read_checkpoint',
    ', p_at_least bigint',
    'size bigint, root bytea, note text, signed_at timestamptz',
    `(select c.size, c.root, c.note, c.signed_at from ledger.checkpoint c
      where c.org_id = p_org and c.size >= p_at_least order by c.size limit 1)
     union all
     (select c.size, c.root, c.note, c.signed_at from ledger.checkpoint c
      where c.org_id = p_org and p_at_least is null order by c.size desc limit 1)`,
  ),
  // The owner's rights: jobs and the console go through every organisation.
  `create function ledger.organisations() returns table (org_id uuid, size bigint, checkpoint_size bigint)
   language sql stable security definer set search_path = pg_catalog, pg_temp as $$
     select h.org_id, h.size,
            coalesce((select c.size from ledger.checkpoint c where c.org_id = h.org_id order by c.size desc limit 1), 0)
     from ledger.head h order by h.org_id
   $$`,
  // The owner's rights: the only way a checkpoint comes in. Answers false where an equal or a later one is there already.
  `create function ledger.record_checkpoint(p_org uuid, p_size bigint, p_root bytea, p_note text) returns boolean
   language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set lock_timeout = '4s' as $$
   declare
     v_size bigint;
   begin
     select size into v_size from ledger.head where org_id = p_org;
     if v_size is null or p_size > v_size then
       raise exception 'a checkpoint of size % is beyond the ledger of % events', p_size, coalesce(v_size, 0);
     end if;
     -- Two nodes may sign at once: the lock keeps checkpoints in the order of their sizes, appends do not wait for it.
     perform pg_advisory_xact_lock(hashtextextended('checkpoint ' || p_org, 0));
     if exists (select from ledger.checkpoint where org_id = p_org and size >= p_size) then
       return false;
     end if;
     insert into ledger.checkpoint (org_id, size, root, note) values (p_org, p_size, p_root, p_note);
     return true;
   end $$`,
];
