/**
 * `ledger.append`: the only way an event comes in. One call takes a batch of appends of one or more organisations and
 * settles each for itself, so that a loser never disturbs its neighbours.
 *
 * Lists of texts come as lines of one text, because JSON and names hold no raw line break; that spares the escaping and
 * parsing of arrays. Rows may hold one: what is between them is a token, the third of p_tokens (the others stand for the recorded
 * time and the position). An event's text comes in two halves around its recorded time, which is only known under the
 * lock; its version, the last member of the canonical text, is written here too.
 *
 * Outcomes: 1 appended, 2 repeated, 3 conflict, 4 busy (another transaction holds the organisation, and the batch is not to wait).
 */
export const appendFunction = String.raw`
create function ledger.append(
  p_wait boolean, p_orgs uuid[], p_alarmed boolean[], p_tokens text[],
  p_stream_orgs integer[], p_streams text,
  p_append_orgs integer[], p_commands text, p_answers text, p_check_ends integer[], p_event_ends integer[],
  p_check_streams integer[], p_check_versions integer[],
  p_event_streams integer[], p_types text, p_heads text, p_tails text,
  p_group_tables text[], p_group_kinds text[],
  p_op_groups integer[], p_op_events integer[], p_rows text,
  p_job_events integer[], p_tasks text[], p_payloads text, p_job_keys text[], p_run_at timestamptz[],
  out outcomes integer[], out streams integer[], out actuals integer[], out firsts bigint[], out lasts bigint[],
  out answers text[], out times text[], out clock_last text[], out clock_now text
) returns record
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '4s'
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
set plan_cache_mode = force_generic_plan
as $append$
declare
  c_time constant text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
  c_leaf constant bytea := '\x00';
  c_node constant bytea := '\x01';
  n_orgs constant integer := cardinality(p_orgs);
  n_appends constant integer := cardinality(p_append_orgs);
  n_events constant integer := cardinality(p_event_streams);
  v_streams text[] := string_to_array(p_streams, E'\n');
  v_commands text[] := string_to_array(p_commands, E'\n');
  v_answers text[] := string_to_array(p_answers, E'\n');
  v_types text[] := string_to_array(p_types, E'\n');
  v_heads text[] := string_to_array(p_heads, E'\n');
  v_tails text[] := string_to_array(p_tails, E'\n');
  v_sizes bigint[] := array_fill(null::bigint, array[n_orgs]);
  v_frontiers bytea[] := array_fill(null::bytea, array[n_orgs]);
  v_recorded timestamptz[] := array_fill(null::timestamptz, array[n_orgs]);
  v_versions integer[];
  v_appends integer[] := array_fill(null::integer, array[n_events]);
  v_positions bigint[] := array_fill(null::bigint, array[n_events]);
  v_lasts bigint[] := array_fill(null::bigint, array[n_events]);
  v_event_versions integer[] := array_fill(null::integer, array[n_events]);
  v_texts text[] := array_fill(null::text, array[n_events]);
  v_leaves bytea[] := array_fill(null::bytea, array[n_events]);
  v_node_orgs integer[] := '{}';
  v_node_levels integer[] := '{}';
  v_node_indexes bigint[] := '{}';
  v_node_hashes bytea[] := '{}';
  v_clock timestamptz;
  v_stack bytea[];
  v_top integer;
  v_level integer;
  v_size bigint;
  v_index bigint;
  v_frontier bytea;
  v_time text;
  v_text text;
  v_hash bytea;
  v_stream integer;
  v_version integer;
  v_won boolean;
  r record;
  a integer := 1;
  c integer := 1;
  e integer := 1;
  k integer;
begin
  outcomes := array_fill(null::integer, array[n_appends]);
  streams := outcomes;
  actuals := outcomes;
  firsts := array_fill(null::bigint, array[n_appends]);
  lasts := firsts;
  answers := array_fill(null::text, array[n_appends]);
  times := array_fill(null::text, array[n_orgs]);

  -- The heads. Only a batch of one organisation may wait for a lock, so two batches cannot deadlock, and an organisation
  -- that is held up does not hold up the others.
  for attempt in 1..2 loop
    if n_orgs = 1 then
      if p_wait then
        select size, frontier, recorded_at, clock_at into r from ledger.head where org_id = p_orgs[1] for update;
      else
        select size, frontier, recorded_at, clock_at into r from ledger.head where org_id = p_orgs[1] for update skip locked;
      end if;
      if found then
        v_sizes[1] := r.size; v_frontiers[1] := r.frontier; v_recorded[1] := r.recorded_at;
        v_clock := clock_timestamp();
        if r.clock_at - v_clock > interval '1 second' and not p_alarmed[1] then
          clock_last[1] := to_char(r.clock_at at time zone 'UTC', c_time);
        end if;
        exit;
      end if;
    else
      for r in
        select h.size, h.frontier, h.recorded_at, h.clock_at, array_position(p_orgs, h.org_id) as k
        from unnest(p_orgs) o(id) cross join lateral (select * from ledger.head h where h.org_id = o.id for update skip locked) h
      loop
        k := r.k;
        v_sizes[k] := r.size; v_frontiers[k] := r.frontier; v_recorded[k] := r.recorded_at;
        if r.clock_at - clock_timestamp() > interval '1 second' and not p_alarmed[k] then
          clock_last := coalesce(clock_last, array_fill(null::text, array[n_orgs]));
          clock_last[k] := to_char(r.clock_at at time zone 'UTC', c_time);
        end if;
      end loop;
      exit when array_position(v_sizes, null) is null;
    end if;
    insert into ledger.head (org_id)
      select o.id from unnest(p_orgs, v_sizes) o(id, size)
      where o.size is null and not exists (select from ledger.head h where h.org_id = o.id)
      on conflict do nothing;
    exit when not found and not (p_wait and n_orgs = 1);
  end loop;
  v_clock := date_trunc('milliseconds', clock_timestamp());
  clock_now := to_char(v_clock at time zone 'UTC', c_time);
  -- The clock jumped back: nothing is written; the caller sends the batch again with the alarm as an event of its own.
  if clock_last is not null then
    return;
  end if;

  -- Commands that were here before, and each stream's version, both read under the lock.
  for r in
    select w.n, m.position, m.command_last, m.command_answer
    from unnest(p_append_orgs, v_commands) with ordinality w(org, id, n)
    cross join lateral (
      select * from ledger.event m
      where m.org_id = p_orgs[w.org] and m.command_id = w.id and m.command_last is not null limit 1) m
  loop
    outcomes[r.n] := 2; firsts[r.n] := r.position; lasts[r.n] := r.command_last; answers[r.n] := r.command_answer;
  end loop;
  v_versions := array(
    select coalesce((select v.version from ledger.event v where v.org_id = p_orgs[s.org] and v.stream = s.name
                     order by v.version desc limit 1), 0)
    from unnest(p_stream_orgs, v_streams) s(org, name));

  for k in 1..n_orgs loop
    v_size := v_sizes[k];
    v_frontier := v_frontiers[k];
    v_recorded[k] := greatest(v_recorded[k], v_clock);
    v_time := to_char(v_recorded[k] at time zone 'UTC', c_time);
    times[k] := v_time;
    v_stack := '{}';
    v_top := octet_length(v_frontier) / 32;
    for i in 1..coalesce(v_top, 0) loop
      v_stack[i] := substring(v_frontier from i * 32 - 31 for 32);
    end loop;

    while a <= n_appends and p_append_orgs[a] = k loop
      v_won := outcomes[a] is null;
      if v_size is null then
        outcomes[a] := 4;
        v_won := false;
      end if;
      while c <= p_check_ends[a] loop
        if v_won and v_versions[p_check_streams[c]] <> p_check_versions[c] then
          outcomes[a] := 3; streams[a] := c; actuals[a] := v_versions[p_check_streams[c]];
          v_won := false;
        end if;
        c := c + 1;
      end loop;
      if not v_won then
        e := p_event_ends[a] + 1;
      else
        outcomes[a] := 1;
        firsts[a] := v_size + 1;
        lasts[a] := v_size + p_event_ends[a] - e + 1;
        v_lasts[e] := lasts[a];
        while e <= p_event_ends[a] loop
          v_size := v_size + 1;
          v_stream := p_event_streams[e];
          v_version := v_versions[v_stream] + 1;
          v_versions[v_stream] := v_version;
          v_text := v_heads[e] || v_time || v_tails[e] || v_version || '}';
          v_hash := sha256(c_leaf || convert_to(v_text, 'UTF8'));
          v_appends[e] := a;
          v_positions[e] := v_size;
          v_event_versions[e] := v_version;
          v_texts[e] := v_text;
          v_leaves[e] := v_hash;
          -- RFC 6962: the new leaf closes as many subtrees as its position has trailing zero bits.
          v_index := v_size;
          v_level := 0;
          while v_index & 1 = 0 loop
            v_hash := sha256(c_node || v_stack[v_top] || v_hash);
            v_top := v_top - 1;
            v_level := v_level + 1;
            v_index := v_index >> 1;
            if v_level & 7 = 0 then
              v_node_orgs := v_node_orgs || k;
              v_node_levels := v_node_levels || v_level;
              v_node_indexes := v_node_indexes || v_index - 1;
              v_node_hashes := v_node_hashes || v_hash;
            end if;
          end loop;
          v_top := v_top + 1;
          v_stack[v_top] := v_hash;
          e := e + 1;
        end loop;
      end if;
      a := a + 1;
    end loop;

    if v_size is distinct from v_sizes[k] then
      v_frontier := '';
      for i in 1..v_top loop
        v_frontier := v_frontier || v_stack[i];
      end loop;
      v_frontiers[k] := v_frontier;
      v_sizes[k] := v_size;
    else
      v_sizes[k] := null;
    end if;
  end loop;

  if array_position(outcomes, 1) is null then
    return;
  end if;

  insert into ledger.event (org_id, position, version, recorded_at, stream, type, command_id, command_last, command_answer, leaf, canonical)
    select p_orgs[p_append_orgs[x.a]], x.position, x.version, v_recorded[p_append_orgs[x.a]], v_streams[x.stream],
           x.type, v_commands[x.a], x.last, case when x.last is not null then v_answers[x.a] end, x.leaf, x.canonical
    from unnest(v_appends, v_positions, v_event_versions, p_event_streams, v_types, v_lasts, v_leaves, v_texts)
      x(a, position, version, stream, type, last, leaf, canonical)
    where x.a is not null;
  if cardinality(v_node_orgs) > 0 then
    insert into ledger.node (org_id, level, index, hash)
      select p_orgs[x.org], x.level, x.index, x.hash
      from unnest(v_node_orgs, v_node_levels, v_node_indexes, v_node_hashes) x(org, level, index, hash);
  end if;
  update ledger.head h
    set size = x.size, frontier = x.frontier, recorded_at = x.recorded_at, clock_at = v_clock
    from unnest(p_orgs, v_sizes, v_frontiers, v_recorded) x(org_id, size, frontier, recorded_at)
    where h.org_id = x.org_id and x.size is not null;

  -- The projections, set by set in the caller's order.
  if cardinality(p_op_groups) > 0 then
    for r in
      select x.g, array_agg(replace(replace(x.row, p_tokens[1], times[p_append_orgs[v_appends[x.event]]]),
                                    p_tokens[2], v_positions[x.event]::text)) as rows
      from unnest(p_op_groups, p_op_events, string_to_array(p_rows, p_tokens[3])) x(g, event, row)
      where v_appends[x.event] is not null
      group by x.g
      order by x.g
    loop
      perform ledger.project(p_group_tables[r.g], p_group_kinds[r.g], r.rows);
    end loop;
  end if;

  -- graphile-worker refuses one key twice in a call: the last one counts.
  if cardinality(p_job_events) > 0 then
    perform graphile_worker.add_jobs(array(
      select row(x.task, replace(replace(x.payload, p_tokens[1], times[p_append_orgs[v_appends[x.event]]]),
                                 p_tokens[2], v_positions[x.event]::text)::json,
                 null, x.run_at, null, x.key, null, null)::graphile_worker.job_spec
      from (
        select j.*, row_number() over (partition by j.key order by j.n desc) as nth
        from unnest(p_job_events, p_tasks, string_to_array(p_payloads, E'\n'), p_job_keys, p_run_at)
          with ordinality j(event, task, payload, key, run_at, n)
        where v_appends[j.event] is not null
      ) x
      where x.key is null or x.nth = 1
      order by x.n));
  end if;
end $append$`;
