-- With the owner's rights: housekeeping over all organisations. Each removes rows that have lost all effect, or answers
-- the uids of such rows and nothing else about them.

create function identity.purge(moment timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from identity.code where expires_at < moment - interval '30 days';
  delete from identity.attempt
    where touched_at < moment - interval '7 days' and (locked_until is null or locked_until < moment);
  delete from identity.sign_in_challenge where expires_at < moment;
  delete from identity.passkey_challenge where asked_at < moment - interval '1 hour';
  delete from identity.single_sign_on_flow where expires_at < moment;
  delete from identity.reauthentication where expires_at < moment;
  delete from identity.address_failure where expire < extract(epoch from moment) * 1000;
$$;

create function app.forget_call_answers(before timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from app.call_answer where begun_at < before;
  delete from identity.call_answer where begun_at < before;
$$;

create function app.purge_prepared_changes(before timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from app.prepared_change where prepared_at < before
$$;

create function app.purge_saved_forms(before timestamptz) returns bigint
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with gone as (delete from app.kept_form where kept_at < before returning 1) select count(*) from gone
$$;

-- A file that belongs to a saved form is not stale.
create function app.stale_uploads(before timestamptz, most integer) returns table (org_id uuid, uid uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.org_id, u.uid from app.upload u
  where u.state <> 'kept' and u.created_at < before
    and not exists (
      select from app.kept_form k
      where k.org_id = u.org_id and (u.sealed_key = any (k.files) or u.object_key = any (k.files))
    )
  order by u.created_at limit most
$$;

create function app.expired_reports(before timestamptz, most integer) returns table (org_id uuid, uid uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.org_id, r.uid from app.report r where r.expires_at < before order by r.expires_at limit most
$$;

-- Whether there is no organisation yet: the set-up page and its code are for an empty database alone.
create function app.is_empty() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from ledger.head)
$$;

grant execute on function
  identity.purge, app.forget_call_answers, app.purge_prepared_changes, app.purge_saved_forms, app.stale_uploads,
  app.expired_reports, app.is_empty
to imprimatur_app;
