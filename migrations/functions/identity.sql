-- With the owner's rights: the organisation is unknown before the person is. Each answers for one email address or one
-- hashed session id and for nothing else.

create function identity.find_account(sought_email text)
returns table (
  org_id uuid, user_uid uuid, email text, first_name text, last_name text, role text, status text,
  password_hash text, password_mac bytea, password_set_at timestamptz, settings jsonb
)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.org_id, u.uid, u.email, u.first_name, u.last_name, u.role, u.status,
         c.password_hash, c.password_mac, c.password_set_at, o.settings
  from read.user_account u
  left join identity.credential c on c.org_id = u.org_id and c.user_uid = u.uid
  left join read.organisation o on o.org_id = u.org_id
  where u.email = sought_email
$$;

create function identity.find_session(sought_hash text)
returns table (
  org_id uuid, hash text, user_uid uuid, door text, created_at timestamptz, last_seen_at timestamptz,
  absolute_expires_at timestamptz, address text, agent text, factor_at_sign_in boolean, factor_at_signing boolean,
  settings jsonb
)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.org_id, s.hash, s.user_uid, s.door, s.created_at, s.last_seen_at, s.absolute_expires_at,
         s.address, s.agent, s.factor_at_sign_in, s.factor_at_signing, o.settings
  from identity.session s
  left join read.organisation o on o.org_id = s.org_id
  where s.hash = sought_hash and s.ended_at is null
$$;

-- The people who have this address, or are to have it once they have confirmed it.
create function identity.find_changing_account(sought_email text)
returns table (
  org_id uuid, user_uid uuid, email text, first_name text, last_name text, role text, status text, settings jsonb
)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.org_id, u.uid, u.email, u.first_name, u.last_name, u.role, u.status, o.settings
  from read.user_account u
  left join read.organisation o on o.org_id = u.org_id
  where u.email = sought_email or u.pending_email = sought_email
$$;

-- Where there is one organisation, its settings count for addresses that nobody has too: they are no secret, and an
-- unknown address must not be recognised by another lockout. Null where there are several.
create function identity.only_settings() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when count(*) = 1 then (array_agg(o.settings))[1] end from read.organisation o
$$;

grant execute on function identity.find_account, identity.find_session, identity.find_changing_account,
  identity.only_settings to imprimatur_app;

-- The person of a session with what every page needs: the organisation's settings, the ledger's size and the person's
-- list choices and unread notifications, in one round trip. It runs with the caller's rights, under row-level security.
create function read.viewer(p_org uuid, p_user uuid)
returns table (
  uid uuid, org_id uuid, first_name text, last_name text, email text, role text, credential_updated_at timestamptz,
  org_name text, settings jsonb, departments json, ledger_size bigint, list_choices json,
  unread integer
)
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform set_config('imprimatur.org', p_org::text, true);
  return query
    select u.uid, u.org_id, u.first_name, u.last_name, u.email, u.role, u.credential_updated_at, o.name, o.settings,
      (select coalesce(json_agg(json_build_object('uid', d.uid, 'name', d.name) order by d.name), '[]')
       from read.user_department m join read.department d on d.org_id = m.org_id and d.uid = m.department_uid
       where m.org_id = u.org_id and m.user_uid = u.uid),
      h.size,
      (select coalesce(json_object_agg(c.list, c.choice), '{}')
       from app.list_choice c where c.org_id = u.org_id and c.user_uid = u.uid),
      (select count(*)::integer from (
         select from app.notification n
         where n.org_id = u.org_id and n.user_uid = u.uid and n.number > coalesce(
           (select r.read_number from app.notification_choice r where r.org_id = u.org_id and r.user_uid = u.uid), 0)
         limit 100) latest)
    from read.user_account u
    join read.organisation o on o.org_id = u.org_id
    join ledger.head h on h.org_id = u.org_id
    where u.org_id = p_org and u.uid = p_user and u.status = 'ACTIVE';
end $$;

grant execute on function read.viewer to imprimatur_app;

-- The service account of a token that counts, by its hash. With the owner's rights: the organisation is unknown before.
create function identity.find_service_token(sought_hash bytea)
returns table (
  org_id uuid, uid uuid, account_uid uuid, name text, owner_uid uuid, scopes jsonb, networks jsonb,
  expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz
)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.org_id, t.uid, a.uid, a.name, a.owner_uid, a.scopes, a.networks, a.expires_at, a.revoked_at, t.last_used_at
  from identity.service_token t
  join read.service_account a on a.org_id = t.org_id and a.uid = t.account_uid and a.token_uid = t.uid
  where t.hash = sought_hash
$$;

grant execute on function identity.find_service_token to imprimatur_app;

-- The organisation whose people with this email domain sign in with OpenID Connect: unknown before the person is.
-- Without a domain: the only organisation of the installation.
create function identity.find_single_sign_on(sought_domain text)
returns table (org_id uuid, single_sign_on jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.org_id, o.settings -> 'singleSignOn' from read.organisation o
  where o.settings ? 'singleSignOn'
    and case when sought_domain is null then (select count(*) = 1 from read.organisation)
        else o.settings -> 'singleSignOn' -> 'domains' ? sought_domain end
$$;

-- Whether the sign-in page offers it.
create function identity.uses_single_sign_on() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from read.organisation o where o.settings ? 'singleSignOn')
$$;

-- The first of these domains that another organisation names or has people of: nobody is led to a foreign issuer.
create function identity.domain_of_another(own_org uuid, sought_domains text[]) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select d.domain from unnest(sought_domains) with ordinality as d (domain, at)
  where exists (
      select from read.organisation o
      where o.org_id <> own_org and o.settings -> 'singleSignOn' -> 'domains' ? d.domain
    )
    or exists (
      select from read.user_account u where u.org_id <> own_org and split_part(u.email, '@', 2) = d.domain
    )
  order by d.at limit 1
$$;

grant execute on function identity.find_single_sign_on, identity.uses_single_sign_on, identity.domain_of_another
  to imprimatur_app;
