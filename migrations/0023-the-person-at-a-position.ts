import { sql, type Kysely } from 'kysely';

/**
 * The person of a session with the position of the ledger that the person was read at, by which answers are known again, and how the
 * person last looked at each list: what a list page needs before it asks for anything.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function read.viewer`.execute(db);
  await sql`
    create function read.viewer(p_org uuid, p_user uuid)
    returns table (
      uid uuid, org_id uuid, first_name text, last_name text, email text, role text, credential_updated_at timestamptz,
      org_name text, settings jsonb, departments json, ledger_size bigint, list_choices json
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
           from app.list_choice c where c.org_id = u.org_id and c.user_uid = u.uid)
        from read.user_account u
        join read.organisation o on o.org_id = u.org_id
        join ledger.head h on h.org_id = u.org_id
        where u.org_id = p_org and u.uid = p_user and u.status = 'ACTIVE';
    end $$`.execute(db);
  await sql`grant execute on function read.viewer to imprimatur_app`.execute(db);
}
