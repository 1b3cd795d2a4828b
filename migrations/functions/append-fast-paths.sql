-- Appends of one organisation that all succeed. Each returns '<positions before> <recorded time>', or null, having written
-- nothing, where ledger.append must decide.
create function ledger.append_one(
  p_org uuid, p_stream text, p_version integer, p_type text, p_command text, p_answer text, p_head text, p_tail text,
  p_time text, p_position text, p_row text, p_group_tables text[], p_group_kinds text[], p_group_ends integer[], p_rows text
) returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $append$
declare
  v_before bigint;
  v_size bigint;
  v_frontier bytea;
  v_recorded timestamptz;
  v_latest timestamptz;
  v_clock timestamptz;
  v_time text;
  v_text text;
  v_version integer;
  v_hash bytea;
  v_index bigint;
  v_level integer;
  v_rows text[];
begin
  select h.size, h.frontier, h.recorded_at, h.clock_at into v_before, v_frontier, v_recorded, v_latest
    from ledger.head h where h.org_id = p_org for update skip locked;
  v_clock := date_trunc('milliseconds', clock_timestamp());
  if v_latest > v_clock + interval '1 second' is not false then
    return null;
  end if;
  v_recorded := greatest(v_recorded, v_clock);
  v_time := to_char(v_recorded at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  if p_version is distinct from 1 then
    v_version := coalesce((select v.version from ledger.event v where v.org_id = p_org and v.stream = p_stream order by v.version desc limit 1), 0) + 1;
    if p_version is null then
      p_version := v_version;
      p_tail := p_tail || v_version || '}';
    elsif p_version <> v_version then
      return null;
    end if;
  end if;
  v_size := v_before + 1;
  v_text := p_head || v_time || p_tail;
  v_hash := sha256('\x00'::bytea || convert_to(v_text, 'UTF8'));
  insert into ledger.event (org_id, position, version, recorded_at, stream, type, command_id, command_last, command_answer, leaf, canonical)
    values (p_org, v_size, p_version, v_recorded, p_stream, p_type, p_command, v_size, p_answer, v_hash, v_text);

  v_index := v_size;
  v_level := 0;
  while v_index & 1 = 0 loop
    v_hash := sha256('\x01'::bytea || substring(v_frontier from octet_length(v_frontier) - 31) || v_hash);
    v_frontier := substring(v_frontier for octet_length(v_frontier) - 32);
    v_index := v_index >> 1;
    if v_size & 255 = 0 then
      v_level := v_level + 1;
      if v_level & 7 = 0 then
        insert into ledger.node (org_id, level, index, hash) values (p_org, v_level, v_index - 1, v_hash);
      end if;
    end if;
  end loop;
  v_frontier := v_frontier || v_hash;

  update ledger.head set size = v_size, frontier = v_frontier, recorded_at = v_recorded, clock_at = v_clock where org_id = p_org;
  if p_rows <> '' then
    v_rows := string_to_array(replace(replace(p_rows, p_time, v_time), p_position, v_size::text), p_row);
    
  if cardinality(p_group_ends) = 1 then
    perform ledger.project(p_group_tables[1], p_group_kinds[1], v_rows);
  else
    for g in 1..cardinality(p_group_ends) loop
      perform ledger.project(p_group_tables[g], p_group_kinds[g], v_rows[coalesce(p_group_ends[g - 1], 0) + 1:p_group_ends[g]]);
    end loop;
  end if;
  end if;
  return v_before || ' ' || v_time;
end $append$;

create function ledger.append_flight(
  p_org uuid, p_check_streams text, p_check_versions integer[],
  p_streams text, p_versions integer[], p_types text, p_commands text, p_lasts integer[], p_answers text, p_heads text, p_tails text,
  p_time text, p_position text, p_row text, p_group_tables text[], p_group_kinds text[], p_group_ends integer[], p_op_events integer[], p_rows text,
  p_job_events integer[], p_tasks text[], p_payloads text, p_job_keys text[], p_run_at timestamptz[]
) returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $append$
declare
  v_before bigint;
  v_size bigint;
  v_frontier bytea;
  v_recorded timestamptz;
  v_latest timestamptz;
  v_clock timestamptz;
  v_time text;
  v_hash bytea;
  v_index bigint;
  v_level integer;
  v_streams text[] := string_to_array(p_streams, E'\n');
  v_types text[] := string_to_array(p_types, E'\n');
  v_commands text[] := string_to_array(p_commands, E'\n');
  v_answers text[] := string_to_array(p_answers, E'\n', '');
  v_heads text[] := string_to_array(p_heads, E'\n');
  v_tails text[] := string_to_array(p_tails, E'\n');
  v_leaves bytea[];
  v_texts text[];
  v_rows text[];
begin
  select h.size, h.frontier, h.recorded_at, h.clock_at into v_before, v_frontier, v_recorded, v_latest
    from ledger.head h where h.org_id = p_org for update skip locked;
  v_clock := date_trunc('milliseconds', clock_timestamp());
  if v_latest > v_clock + interval '1 second' is not false then
    return null;
  end if;
  v_recorded := greatest(v_recorded, v_clock);
  v_time := to_char(v_recorded at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  if p_check_streams <> '' and not (
    select bool_and(coalesce((select v.version from ledger.event v where v.org_id = p_org and v.stream = s.name
                              order by v.version desc limit 1), 0) = s.version)
    from unnest(string_to_array(p_check_streams, E'\n'), p_check_versions) s(name, version)) then
    return null;
  end if;
  v_size := v_before;
  for i in 1..cardinality(p_versions) loop
    v_size := v_size + 1;
    v_texts[i] := v_heads[i] || v_time || v_tails[i];
    v_hash := sha256('\x00'::bytea || convert_to(v_texts[i], 'UTF8'));
    v_leaves[i] := v_hash;

  v_index := v_size;
  v_level := 0;
  while v_index & 1 = 0 loop
    v_hash := sha256('\x01'::bytea || substring(v_frontier from octet_length(v_frontier) - 31) || v_hash);
    v_frontier := substring(v_frontier for octet_length(v_frontier) - 32);
    v_index := v_index >> 1;
    if v_size & 255 = 0 then
      v_level := v_level + 1;
      if v_level & 7 = 0 then
        insert into ledger.node (org_id, level, index, hash) values (p_org, v_level, v_index - 1, v_hash);
      end if;
    end if;
  end loop;
  v_frontier := v_frontier || v_hash;
  end loop;
  insert into ledger.event (org_id, position, version, recorded_at, stream, type, command_id, command_last, command_answer, leaf, canonical)
    select p_org, v_before + i, p_versions[i], v_recorded, v_streams[i], v_types[i], v_commands[i], v_before + p_lasts[i], v_answers[i],
           v_leaves[i], v_texts[i]
    from generate_series(1, cardinality(p_versions)) i;

  update ledger.head set size = v_size, frontier = v_frontier, recorded_at = v_recorded, clock_at = v_clock where org_id = p_org;
  if p_rows <> '' then
    v_rows := string_to_array(replace(p_rows, p_time, v_time), p_row);
    for i in 1..cardinality(v_rows) loop
      v_rows[i] := replace(v_rows[i], p_position, (v_before + p_op_events[i])::text);
    end loop;
    
  if cardinality(p_group_ends) = 1 then
    perform ledger.project(p_group_tables[1], p_group_kinds[1], v_rows);
  else
    for g in 1..cardinality(p_group_ends) loop
      perform ledger.project(p_group_tables[g], p_group_kinds[g], v_rows[coalesce(p_group_ends[g - 1], 0) + 1:p_group_ends[g]]);
    end loop;
  end if;
  end if;
  -- graphile-worker refuses one key twice in a call: the last one counts.
  if p_payloads <> '' then
    perform graphile_worker.add_jobs(array(
      select row(x.task, replace(replace(x.payload, p_time, v_time), p_position, (v_before + x.event)::text)::json,
                 null, x.run_at, null, x.key, null, null)::graphile_worker.job_spec
      from (
        select j.*, row_number() over (partition by j.key order by j.n desc) as nth
        from unnest(p_job_events, p_tasks, string_to_array(p_payloads, E'\n'), p_job_keys, p_run_at)
          with ordinality j(event, task, payload, key, run_at, n)
      ) x
      where x.key is null or x.nth = 1
      order by x.n));
  end if;
  return v_before || ' ' || v_time;
end $append$;

grant execute on function ledger.append_one, ledger.append_flight to imprimatur_app;
