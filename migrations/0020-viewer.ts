import { sql, type Kysely } from 'kysely';

/**
 * The person of a session, with the organisation's settings, in one round trip: every request asks, and a transaction around it would be
 * three. Row-level security holds as everywhere; the organisation is set for the statement alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function read.viewer(p_org uuid, p_user uuid)
    returns table (
      uid uuid, org_id uuid, first_name text, last_name text, email text, role text, credential_updated_at timestamptz,
      org_name text, settings jsonb, departments json
    )
    language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
    #variable_conflict use_column
    begin
      perform set_config('imprimatur.org', p_org::text, true);
      return query
        select u.uid, u.org_id, u.first_name, u.last_name, u.email, u.role, u.credential_updated_at, o.name, o.settings,
          (select coalesce(json_agg(json_build_object('uid', d.uid, 'name', d.name) order by d.name), '[]')
           from read.user_department m join read.department d on d.org_id = m.org_id and d.uid = m.department_uid
           where m.org_id = u.org_id and m.user_uid = u.uid)
        from read.user_account u join read.organisation o on o.org_id = u.org_id
        where u.org_id = p_org and u.uid = p_user and u.status = 'ACTIVE';
    end $$`.execute(db);
  await sql`grant execute on function read.viewer to imprimatur_app`.execute(db);
}
