-- With the owner's rights: the only way in for a checkpoint. Returns false where an equal or a later one is there.
create function ledger.record_checkpoint(p_org uuid, p_size bigint, p_root bytea, p_note text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set lock_timeout = '4s' as $$
declare
  v_size bigint;
  v_number integer;
begin
  select size into v_size from ledger.head where org_id = p_org;
  if v_size is null or p_size > v_size then
    raise exception 'a checkpoint of size % is beyond the ledger of % events', p_size, coalesce(v_size, 0);
  end if;
  -- Two nodes may sign at once: the lock keeps checkpoints in the order of their sizes. Appends do not wait for it.
  perform pg_advisory_xact_lock(hashtextextended('checkpoint ' || p_org, 0));
  if exists (select from ledger.checkpoint where org_id = p_org and size >= p_size) then
    return false;
  end if;
  insert into ledger.signed as s (org_id, number, size) values (p_org, 1, p_size)
    on conflict (org_id) do update set number = s.number + 1, size = excluded.size
    returning number into v_number;
  -- The times of a ledger never run backwards, though the clock may have been set back after the event.
  insert into ledger.checkpoint (org_id, size, root, note, number, signed_at)
    values (p_org, p_size, p_root, p_note, v_number, greatest(clock_timestamp(),
      (select recorded_at from ledger.event where org_id = p_org and position = p_size)));
  return true;
end $$;

-- With the owner's rights: jobs and the command line go through every organisation.
create function ledger.organisations() returns table (org_id uuid, size bigint, checkpoint_size bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select h.org_id, h.size,
         coalesce((select c.size from ledger.checkpoint c where c.org_id = h.org_id order by c.size desc limit 1), 0)
  from ledger.head h order by h.org_id
$$;

grant execute on function ledger.record_checkpoint, ledger.organisations to imprimatur_app;
