-- The frontier of an organisation's Merkle tree (RFC 6962) after these leaves: the hashes of its complete subtrees from
-- the largest to the smallest, 32 bytes each. Stores the hash of each complete subtree of 256, 65,536, … leaves.
create function ledger.extend_tree(p_org uuid, p_size bigint, p_frontier bytea, p_leaves bytea[]) returns bytea
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  v_hash bytea;
  v_level integer;
  v_index bigint;
begin
  foreach v_hash in array p_leaves loop
    p_size := p_size + 1;
    v_level := 0;
    v_index := p_size;
    -- A new leaf completes as many subtrees as its position has trailing zero bits.
    while v_index & 1 = 0 loop
      v_hash := sha256('\x01'::bytea || substring(p_frontier from octet_length(p_frontier) - 31) || v_hash);
      p_frontier := substring(p_frontier for octet_length(p_frontier) - 32);
      v_level := v_level + 1;
      v_index := v_index >> 1;
      if v_level % 8 = 0 then
        insert into ledger.node (org_id, level, index, hash) values (p_org, v_level, v_index - 1, v_hash);
      end if;
    end loop;
    p_frontier := p_frontier || v_hash;
  end loop;
  return p_frontier;
end $$;

-- The only way an event comes into the ledger: records a batch of one organisation's appends in one transaction. An
-- append that was recorded before, or that expected another version of a stream, does not disturb the others. The batch
-- is JSON (events/ledger/append/batch.ts); its streams and its events are numbered from 1 in the order of their lists:
--
--   streams      the names of the streams that the appends read or write
--   appends      n, command; before: from that time on it is not recorded; checks, expected: streams and their
--                versions; writes: the stream of each event
--   events       stream, type, command; answer: the command's, on its first event; head, tail: the canonical text
--                before the recorded time, and from there to the version
--   projections  sets of rows for ledger.project: table, kind, rows: the rows of an event are line n of p_rows
--   jobs         n, event, task, payload, key, run_at: for graphile-worker
--   time_token, position_token  stand in rows and payloads for the recorded time and for the event's position
--   clock_alarm  whether the batch records that the clock moved back
--   expected_at  the time by the caller's monotonic clock; null: not checked
--   simulated_at  the time to record instead of the present; only in an organisation whose first event has the mark
--                `timesSimulated`
--
-- A line of p_rows is JSON objects with commas between them: in the batch they would be parsed at each level of it.
--
-- Returns {"outcomes": [AppendOutcome, …]}, or {"clockMovedBack": …} where the caller has to add that as an event, or
-- {"clockJumpedAhead": true} where the caller has to confirm the time first.
create function ledger.append(p_org uuid, p_batch json, p_rows text) returns json
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
  b record;
  v_head ledger.head;
  v_clock timestamptz;
  v_recorded timestamptz;
  v_time text;
  -- The recorded time in an event's text, with what the clock read where that is another time.
  v_stamp text;
  v_versions integer[];
  v_size bigint;
  v_outcomes json[] := '{}';
  v_conflict integer;
  -- Of each event, null where its append lost. The last position of a command stands beside its first event.
  v_positions bigint[];
  v_event_versions integer[];
  v_command_lasts bigint[];
  v_event integer := 0;
  v_stream integer;
  v_lines text[] := string_to_array(p_rows, E'\n');
  v_rows json;
  a record;
  p record;
begin
  select * into b from json_to_record(p_batch) as x(
    streams text[], appends json, events json, event_count integer, projections json, jobs json,
    time_token text, position_token text, clock_alarm boolean, expected_at timestamptz,
    simulated_at timestamptz);

  -- The lock on its head makes the organisation's appends wait for each other, so that positions have no gaps.
  select * into v_head from ledger.head where org_id = p_org for update;
  if not found then
    insert into ledger.head (org_id) values (p_org) on conflict do nothing;
    select * into v_head from ledger.head where org_id = p_org for update;
  end if;

  v_clock := date_trunc('milliseconds', clock_timestamp());
  if v_clock > b.expected_at + interval '1 minute' then
    return json_build_object('clockJumpedAhead', true);
  end if;

  -- Recorded time never runs backwards. A clock that was set back is recorded as an event of its own.
  if v_head.clock_at > v_clock + interval '1 second' and not b.clock_alarm then
    return json_build_object('clockMovedBack', json_build_object(
      'lastRecordedAt', to_char(v_head.clock_at at time zone 'UTC', c_time),
      'serverTime', to_char(v_clock at time zone 'UTC', c_time)));
  end if;
  v_recorded := coalesce(b.simulated_at, greatest(v_head.recorded_at, v_clock));
  v_time := to_char(v_recorded at time zone 'UTC', c_time);
  v_stamp := v_time || case when v_clock <> v_recorded
    then '","recordedAtClock":"' || to_char(v_clock at time zone 'UTC', c_time) else '' end;

  -- Settle the appends one after the other, on the stream versions that those before them leave. An event outside of
  -- the positions that the head counts is none; by `case`, so that no plan reads the ledger by its positions.
  v_versions := array(
    select coalesce((select e.version from ledger.event e where e.org_id = p_org and e.stream = s.name
                       and case when e.position < 1 then false else e.position <= v_head.size end
                     order by e.version desc limit 1), 0)
    from unnest(b.streams) with ordinality s(name, n) order by s.n);
  v_positions := array_fill(null::bigint, array[b.event_count]);
  v_event_versions := v_positions;
  v_command_lasts := v_positions;
  v_size := v_head.size;
  for a in
    select x.*, e.position, e.command_last, e.command_answer
    from json_to_recordset(b.appends)
      as x(n integer, command text, before timestamptz, checks integer[], expected integer[], writes integer[])
    left join ledger.event e on e.org_id = p_org and e.command_id = x.command and e.command_last is not null
      and case when e.position < 1 then false else e.position <= v_head.size end
    order by x.n
  loop
    v_conflict := null;
    for i in 1..cardinality(a.checks) loop
      if v_versions[a.checks[i]] <> a.expected[i] then
        v_conflict := i;
        exit;
      end if;
    end loop;
    if a.position is not null then
      v_outcomes := v_outcomes || json_build_object('kind', 'repeated', 'answer', a.command_answer::json,
        'firstPosition', a.position::text, 'lastPosition', a.command_last::text);
      v_event := v_event + cardinality(a.writes);
    elsif v_recorded >= a.before then
      v_outcomes := v_outcomes || json_build_object('kind', 'late');
      v_event := v_event + cardinality(a.writes);
    elsif v_conflict is not null then
      v_outcomes := v_outcomes || json_build_object('kind', 'conflict', 'stream', b.streams[a.checks[v_conflict]],
        'expected', a.expected[v_conflict], 'actual', v_versions[a.checks[v_conflict]]);
      v_event := v_event + cardinality(a.writes);
    else
      v_outcomes := v_outcomes || json_build_object('kind', 'appended', 'recordedAt', v_time,
        'firstPosition', (v_size + 1)::text, 'lastPosition', (v_size + cardinality(a.writes))::text);
      v_command_lasts[v_event + 1] := v_size + cardinality(a.writes);
      foreach v_stream in array a.writes loop
        v_event := v_event + 1;
        v_size := v_size + 1;
        v_versions[v_stream] := v_versions[v_stream] + 1;
        v_positions[v_event] := v_size;
        v_event_versions[v_event] := v_versions[v_stream];
      end loop;
    end if;
  end loop;
  if v_size = v_head.size then
    return json_build_object('outcomes', v_outcomes);
  end if;
  if v_recorded < v_head.recorded_at or v_recorded > greatest(v_head.recorded_at, v_clock) then
    raise exception 'A simulated time lies between the last recorded time and the present.' using errcode = 'P0S01';
  end if;

  -- Record the events of those that won, and extend the tree by their leaves.
  with event as materialized (
    select x.*, x.head || v_stamp || x.tail || x.version || '}' as canonical
    from rows from (
      json_to_recordset(b.events)
        as (stream integer, type text, command text, answer text, head text, tail text),
      unnest(v_positions), unnest(v_event_versions), unnest(v_command_lasts)
    ) as x(stream, type, command, answer, head, tail, position, version, command_last)
    where x.position is not null
  ), recorded as (
    insert into ledger.event (org_id, position, version, recorded_at, stream, type,
                              command_id, command_last, command_answer, leaf, canonical)
    select p_org, e.position, e.version, v_recorded, b.streams[e.stream], e.type, e.command, e.command_last, e.answer,
           sha256('\x00'::bytea || convert_to(e.canonical, 'UTF8')), e.canonical
    from event e
    returning position, leaf
  ), grown as (
    select array_agg(leaf order by position) as leaves from recorded
  )
  update ledger.head h
    set size = v_size, recorded_at = v_recorded, clock_at = least(v_clock, v_recorded),
        frontier = ledger.extend_tree(p_org, v_head.size, v_head.frontier, grown.leaves)
    from grown where h.org_id = p_org;

  if b.simulated_at is not null and not exists (
    select from ledger.event where org_id = p_org and position = 1 and type = 'OrganisationCreated'
      and canonical::json #>> '{data,timesSimulated}' = 'true')
  then
    raise exception 'The first event of this organisation does not say that its times are simulated.';
  end if;

  -- Fold them into the read models, set by set in the caller's order.
  for p in select * from json_to_recordset(b.projections) as x("table" text, kind text, rows json) loop
    select ('[' || string_agg(replace(replace(v_lines[r.n], b.time_token, v_time),
                                      b.position_token, v_positions[r.event]::text), ',') || ']')::json
      into v_rows
      from json_to_recordset(p.rows) as r(event integer, n integer) where v_positions[r.event] is not null;
    if v_rows is not null then
      perform ledger.project(p.table, p.kind, v_rows);
    end if;
  end loop;

  -- Enqueue their jobs. graphile-worker refuses one key twice in a call: the last one counts.
  if b.jobs is not null then
    perform graphile_worker.add_jobs(array(
      select row(j.task, replace(replace(j.payload::text, b.time_token, v_time),
                                 b.position_token, v_positions[j.event]::text)::json,
                 null, j.run_at, null, j.key, null, null)::graphile_worker.job_spec
      from (
        select x.*, row_number() over (partition by x.key order by x.n desc) as nth
        from json_to_recordset(b.jobs)
          as x(n integer, event integer, task text, payload json, key text, run_at timestamptz)
        where v_positions[x.event] is not null
          -- Most organisations have no webhook to wake.
          and (x.task <> 'wake-webhooks' or exists (select from read.webhook w
            where w.org_id = p_org and w.removed_at is null and w.disabled_at is null))
      ) j
      where j.key is null or j.nth = 1
      order by j.n));
  end if;
  return json_build_object('outcomes', v_outcomes);
end $append$;

grant execute on function ledger.append to imprimatur_app;
