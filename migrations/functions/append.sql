-- The only way in for events. One call takes a batch of appends of one or more organisations and decides each by itself.
--
-- Lists of texts are lines of one text; rows are separated by the third token of p_tokens (the first two stand for the
-- recorded time and the position). An event's text comes in two halves around its recorded time.
-- p_bases: the version of each stream before the batch (null: any, -1: the appends cannot all succeed).
-- Outcomes: 1 appended, 2 repeated, 3 conflict, 4 busy (another transaction holds the organisation); none: every append
-- succeeded, behind `sizes` of its organisation.
create function ledger.append(
  p_wait boolean, p_orgs uuid[], p_alarmed boolean[], p_tokens text[],
  p_stream_orgs integer[], p_streams text, p_bases integer[],
  p_append_orgs integer[], p_commands text, p_answers text, p_check_ends integer[], p_event_ends integer[],
  p_check_streams integer[], p_check_versions integer[], p_org_ends integer[],
  p_event_streams integer[], p_steps integer[], p_event_appends integer[], p_spans integer[], p_types text, p_heads text, p_tails text,
  p_group_tables text[], p_group_kinds text[], p_group_ends integer[], p_op_events integer[], p_rows text,
  p_job_events integer[], p_tasks text[], p_payloads text, p_job_keys text[], p_run_at timestamptz[]
) returns text
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
  -- What is answered.
  sizes bigint[]; times text[]; clock_last text[];
  outcomes integer[]; streams integer[]; actuals integer[]; firsts bigint[]; lasts bigint[]; answers text[];
  v_usual boolean;
  v_streams text[];
  v_commands text[];
  v_answers text[];
  v_frontiers bytea[];
  v_recorded timestamptz[];
  v_versions integer[];
  v_texts text[];
  v_leaves bytea[];
  v_rows text[];
  v_node_orgs integer[];
  v_node_levels integer[];
  v_node_indexes bigint[];
  v_node_hashes bytea[];
  v_latest timestamptz;
  v_clock timestamptz;
  v_level integer;
  v_size bigint;
  v_index bigint;
  v_frontier bytea;
  v_hash bytea;
  v_new integer[];
  v_now integer[];
  v_events integer;
  v_won boolean;
  r record;
  c integer;
  e integer;
begin
  -- The heads. Only a batch of one organisation may wait for a lock, so two batches cannot deadlock, and an organisation
  -- that is held up does not hold up the others.
  for attempt in 1..2 loop
    if cardinality(p_orgs) > 1 then
      select array_agg(h.size), array_agg(h.frontier), array_agg(h.recorded_at), max(h.clock_at), bool_and(h.size is not null)
        into sizes, v_frontiers, v_recorded, v_latest, v_usual
        from unnest(p_orgs) o(id) left join lateral (select * from ledger.head h where h.org_id = o.id for update skip locked) h on true;
    elsif p_wait then
      select array[h.size], array[h.frontier], array[h.recorded_at], h.clock_at, true into sizes, v_frontiers, v_recorded, v_latest, v_usual
        from ledger.head h where h.org_id = p_orgs[1] for update;
    else
      select array[h.size], array[h.frontier], array[h.recorded_at], h.clock_at, true into sizes, v_frontiers, v_recorded, v_latest, v_usual
        from ledger.head h where h.org_id = p_orgs[1] for update skip locked;
    end if;
    exit when v_usual;
    insert into ledger.head (org_id)
      select o.id from unnest(p_orgs) o(id) where not exists (select from ledger.head h where h.org_id = o.id)
      on conflict do nothing;
    exit when not found and not (p_wait and cardinality(p_orgs) = 1);
  end loop;
  v_usual := v_usual is true;
  v_clock := date_trunc('milliseconds', clock_timestamp());
  -- The clock jumped back: nothing is written; the caller sends the batch again with the alarm as an event of its own.
  if v_latest > v_clock + interval '1 second' then
    select array_agg(case when h.clock_at > v_clock + interval '1 second' and not o.alarmed
                          then to_char(h.clock_at at time zone 'UTC', c_time) end)
      into clock_last
      from unnest(p_orgs, p_alarmed, sizes) o(id, alarmed, size)
      left join ledger.head h on h.org_id = o.id and o.size is not null;
    if array_to_string(clock_last, '') <> '' then
      return json_build_object('clock_last', clock_last, 'clock_now', to_char(v_clock at time zone 'UTC', c_time));
    end if;
  end if;

  -- Commands that were here before, and each stream's version, both read under the lock.
  v_streams := string_to_array(p_streams, E'\n');
  v_commands := string_to_array(p_commands, E'\n');
  v_answers := string_to_array(p_answers, E'\n');
  select array_agg(x.version), v_usual and bool_and(coalesce(x.version = x.base, true))
         and not exists (select from unnest(p_append_orgs, v_commands) w(org, id)
                         cross join lateral (select from ledger.event m where m.org_id = p_orgs[w.org] and m.command_id = w.id
                                             and m.command_last is not null limit 1) m)
    into v_versions, v_usual
    from (select s.base, coalesce((select v.version from ledger.event v where v.org_id = p_orgs[s.org] and v.stream = s.name
                                   order by v.version desc limit 1), 0) as version
          from unnest(p_stream_orgs, v_streams, p_bases) s(org, name, base) offset 0) x;

  if not v_usual then
    -- Somebody loses: who wins is settled one after the other, and only their events, rows and jobs stay.
    outcomes := array_fill(null::integer, array[cardinality(p_append_orgs)]);
    streams := outcomes;
    actuals := outcomes;
    firsts := outcomes::bigint[];
    lasts := firsts;
    answers := outcomes::text[];
    for r in
      select w.n, m.position, m.command_last, m.command_answer
      from unnest(p_append_orgs, v_commands) with ordinality w(org, id, n)
      cross join lateral (
        select * from ledger.event m
        where m.org_id = p_orgs[w.org] and m.command_id = w.id and m.command_last is not null limit 1) m
    loop
      outcomes[r.n] := 2; firsts[r.n] := r.position; lasts[r.n] := r.command_last; answers[r.n] := r.command_answer;
    end loop;
    v_now := v_versions;
    v_new := array_fill(null::integer, array[cardinality(p_event_streams)]);
    v_events := 0;
    c := 1;
    e := 1;
    for a in 1..cardinality(p_append_orgs) loop
      if p_append_orgs[a] is distinct from p_append_orgs[a - 1] then
        v_size := sizes[p_append_orgs[a]];
      end if;
      v_won := outcomes[a] is null;
      if v_size is null then
        outcomes[a] := 4;
        v_won := false;
      end if;
      while c <= p_check_ends[a] loop
        if v_won and v_now[p_check_streams[c]] <> p_check_versions[c] then
          outcomes[a] := 3; streams[a] := c; actuals[a] := v_now[p_check_streams[c]];
          v_won := false;
        end if;
        c := c + 1;
      end loop;
      if v_won then
        outcomes[a] := 1;
        firsts[a] := v_size + 1;
      end if;
      while e <= p_event_ends[a] loop
        if v_won then
          v_size := v_size + 1;
          v_events := v_events + 1;
          v_new[e] := v_events;
          v_now[p_event_streams[e]] := v_now[p_event_streams[e]] + 1;
          p_steps[e] := v_now[p_event_streams[e]] - v_versions[p_event_streams[e]];
        end if;
        e := e + 1;
      end loop;
      if v_won then
        lasts[a] := v_size;
      end if;
      p_org_ends[p_append_orgs[a]] := v_events;
    end loop;
    if v_events = 0 then
      return json_build_object('outcomes', outcomes, 'streams', streams, 'actuals', actuals, 'firsts', firsts::text[],
                               'lasts', lasts::text[], 'answers', answers);
    end if;
    select array_agg(x.stream), array_agg(x.step), array_agg(x.append), array_agg(x.span),
           string_agg(x.type, E'\n'), string_agg(x.head, E'\n'), string_agg(x.tail, E'\n')
      into p_event_streams, p_steps, p_event_appends, p_spans, p_types, p_heads, p_tails
      from unnest(v_new, p_event_streams, p_steps, p_event_appends, p_spans,
                  string_to_array(p_types, E'\n'), string_to_array(p_heads, E'\n'), string_to_array(p_tails, E'\n'))
        x(new, stream, step, append, span, type, head, tail)
      where x.new is not null;
    if cardinality(p_op_events) > 0 then
      p_group_ends := array(
        select (select count(*) from unnest(p_op_events) with ordinality o(event, n)
                where o.n <= g.last and v_new[o.event] is not null)::integer
        from unnest(p_group_ends) g(last));
      select array_agg(v_new[o.event]), string_agg(o.row, p_tokens[3]) into p_op_events, p_rows
        from unnest(p_op_events, string_to_array(p_rows, p_tokens[3])) o(event, row) where v_new[o.event] is not null;
    end if;
    p_job_events := array(select v_new[j.event] from unnest(p_job_events) j(event));
  end if;

  if cardinality(p_orgs) = 1 then
    v_recorded[1] := greatest(v_recorded[1], v_clock);
    times := array[to_char(v_recorded[1] at time zone 'UTC', c_time)];
  else
    select array_agg(x.recorded), array_agg(to_char(x.recorded at time zone 'UTC', c_time)) into v_recorded, times
      from (select greatest(o.recorded, v_clock) as recorded from unnest(v_recorded) o(recorded) offset 0) x;
  end if;
  select array_agg(x.canonical), array_agg(sha256('\x00'::bytea || convert_to(x.canonical, 'UTF8'))) into v_texts, v_leaves
    from (
      select v.head || times[p_stream_orgs[v.stream]] || v.tail || (v_versions[v.stream] + v.step) || '}' as canonical
      from unnest(p_event_streams, p_steps, string_to_array(p_heads, E'\n'), string_to_array(p_tails, E'\n')) v(stream, step, head, tail)
      offset 0) x;
  insert into ledger.event (org_id, position, version, recorded_at, stream, type, command_id, command_last, command_answer, leaf, canonical)
    select p_orgs[x.org], x.position, v_versions[x.stream] + x.step, v_recorded[x.org], v_streams[x.stream], x.type,
           v_commands[x.append], x.position + x.span, x.answer, x.leaf, x.canonical
    from (
      select v.*, p_stream_orgs[v.stream] as org,
             sizes[p_stream_orgs[v.stream]] + v.n - coalesce(p_org_ends[p_stream_orgs[v.stream] - 1], 0) as position,
             case when v.span is not null then v_answers[v.append] end as answer
      from unnest(p_event_streams, p_steps, p_event_appends, p_spans, string_to_array(p_types, E'\n'), v_leaves, v_texts)
        with ordinality v(stream, step, append, span, type, leaf, canonical, n)
      offset 0) x;

  -- RFC 6962: a new leaf closes as many subtrees as its position has trailing zero bits. The frontier's last 32 bytes are its smallest.
  e := 1;
  for k in 1..cardinality(p_orgs) loop
    continue when p_org_ends[k] < e;
    v_size := sizes[k];
    v_frontier := v_frontiers[k];
    while e <= p_org_ends[k] loop
      v_size := v_size + 1;
      v_hash := v_leaves[e];
      v_index := v_size;
      v_level := 0;
      while v_index & 1 = 0 loop
        v_hash := sha256('\x01'::bytea || substring(v_frontier from octet_length(v_frontier) - 31) || v_hash);
        v_frontier := substring(v_frontier for octet_length(v_frontier) - 32);
        v_index := v_index >> 1;
        if v_size & 255 = 0 then
          v_level := v_level + 1;
          if v_level & 7 = 0 then
            v_node_orgs := v_node_orgs || k;
            v_node_levels := v_node_levels || v_level;
            v_node_indexes := v_node_indexes || v_index - 1;
            v_node_hashes := v_node_hashes || v_hash;
          end if;
        end if;
      end loop;
      v_frontier := v_frontier || v_hash;
      e := e + 1;
    end loop;
    if cardinality(p_orgs) = 1 then
      update ledger.head set size = v_size, frontier = v_frontier, recorded_at = v_recorded[1], clock_at = v_clock
        where org_id = p_orgs[1];
    end if;
    v_frontiers[k] := v_frontier;
  end loop;
  if cardinality(p_orgs) > 1 then
    update ledger.head h
      set size = h.size + x.events, frontier = x.frontier, recorded_at = x.recorded_at, clock_at = v_clock
      from (select o.*, o.upto - coalesce(p_org_ends[o.n - 1], 0) as events
            from unnest(p_orgs, v_frontiers, v_recorded, p_org_ends) with ordinality o(org_id, frontier, recorded_at, upto, n)) x
      where h.org_id = x.org_id and x.events > 0;
  end if;
  if v_node_orgs is not null then
    insert into ledger.node (org_id, level, index, hash)
      select p_orgs[x.org], x.level, x.index, x.hash
      from unnest(v_node_orgs, v_node_levels, v_node_indexes, v_node_hashes) x(org, level, index, hash);
  end if;

  -- The projections, set by set in the caller's order.
  if cardinality(p_op_events) > 0 then
    v_rows := array(
      select replace(replace(x.row, p_tokens[1], times[x.org]), p_tokens[2],
                     (sizes[x.org] + x.event - coalesce(p_org_ends[x.org - 1], 0))::text)
      from (select o.row, o.event, p_stream_orgs[p_event_streams[o.event]] as org
            from unnest(p_op_events, string_to_array(p_rows, p_tokens[3])) o(event, row) offset 0) x);
    for g in 1..cardinality(p_group_ends) loop
      if p_group_ends[g] = cardinality(v_rows) and g = 1 then
        perform ledger.project(p_group_tables[g], p_group_kinds[g], v_rows);
      elsif p_group_ends[g] > coalesce(p_group_ends[g - 1], 0) then
        perform ledger.project(p_group_tables[g], p_group_kinds[g], v_rows[coalesce(p_group_ends[g - 1], 0) + 1:p_group_ends[g]]);
      end if;
    end loop;
  end if;

  -- graphile-worker refuses one key twice in a call: the last one counts.
  if cardinality(p_job_events) > 0 then
    perform graphile_worker.add_jobs(array(
      select row(x.task, replace(replace(x.payload, p_tokens[1], times[x.org]), p_tokens[2],
                                 (sizes[x.org] + x.event - coalesce(p_org_ends[x.org - 1], 0))::text)::json,
                 null, x.run_at, null, x.key, null, null)::graphile_worker.job_spec
      from (
        select j.*, p_stream_orgs[p_event_streams[j.event]] as org, row_number() over (partition by j.key order by j.n desc) as nth
        from unnest(p_job_events, p_tasks, string_to_array(p_payloads, E'\n'), p_job_keys, p_run_at)
          with ordinality j(event, task, payload, key, run_at, n)
        where j.event is not null
      ) x
      where x.key is null or x.nth = 1
      order by x.n));
  end if;

  if outcomes is null then
    return '{"sizes":["' || array_to_string(sizes, '","') || '"],"times":["' || array_to_string(times, '","') || '"]}';
  end if;
  return json_build_object('times', times, 'outcomes', outcomes, 'streams', streams, 'actuals', actuals, 'firsts', firsts::text[],
                           'lasts', lasts::text[], 'answers', answers);
end $append$;

grant execute on function ledger.append to imprimatur_app;
