import { sql, type Kysely } from 'kysely';

/**
 * What is read at ten thousand documents and a million events, by the plan that PostgreSQL keeps for it as well as by the one it makes first.
 *
 * The ranges of a proof: joined to the events, their plan for any parameters reads the whole ledger, since nothing tells it that a
 * range is short; a bounded walk along the key for each range leaves it no choice. The moment of a periodic review is a column,
 * because row-level security keeps a computed expression from being looked up in an index. And each order of the lists has its index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const reading = (name: string, parameters: string, columns: string, query: string) =>
    sql
      .raw(
        `create or replace function ledger.${name}(p_org uuid${parameters}) returns table (${columns})
         language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
         #variable_conflict use_column
         begin
           perform set_config('imprimatur.org', p_org::text, true);
           return query ${query};
         end $$`,
      )
      .execute(db);
  await reading(
    'read_leaves',
    ', p_from bigint[], p_to bigint[]',
    '"position" bigint, leaf bytea',
    `select e.position, e.leaf from unnest(p_from, p_to) r(low, high)
     cross join lateral (select e.position, e.leaf from ledger.event e
                         where e.org_id = p_org and e.position between r.low and r.high
                         order by e.position limit r.high - r.low + 1) e`,
  );
  await reading(
    'read_nodes',
    ', p_levels smallint[], p_from bigint[], p_to bigint[]',
    'level smallint, index bigint, hash bytea',
    `select n.level, n.index, n.hash from unnest(p_levels, p_from, p_to) r(level, low, high)
     cross join lateral (select n.level, n.index, n.hash from ledger.node n
                         where n.org_id = p_org and n.level = r.level and n.index between r.low and r.high
                         order by n.index limit r.high - r.low + 1) n`,
  );

  await sql`drop index read.document_review_due`.execute(db);
  // In UTC throughout, so that the expression is the same whatever the session's time zone.
  await sql`
    alter table read.document add column review_due_at timestamptz generated always as (
      (greatest(latest_effective_at, reviewed_at) at time zone 'UTC' + review_interval * interval '24 hours') at time zone 'UTC'
    ) stored`.execute(db);
  await sql`
    create index document_review_due on read.document (org_id, review_due_at) where status = 'EFFECTIVE'`.execute(db);
  for (const index of [
    // What lists count: it is read alone.
    'document_standing on read.document (org_id, status, owner_uid, functional_area)',
    'document_type on read.document (org_id, type, name_folded, uid)',
    'document_area on read.document (org_id, functional_area, name_folded, uid)',
    'document_number on read.document (org_id, doc_num, name_folded, uid)',
    "document_version_effective on read.document_version (org_id, effective_at, name_folded, document_uid) where status = 'EFFECTIVE'",
  ])
    await sql.raw(`create index ${index}`).execute(db);
  await sql`select ledger.compile_read_models()`.execute(db);
}
