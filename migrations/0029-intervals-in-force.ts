import { sql, type Kysely } from 'kysely';

/**
 * A revision may give a document other intervals. The version in force keeps its own until another is in force: retraining on it and its
 * periodic review go by them. What earlier revisions changed is taken from the ledger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    alter table read.document
      add column effective_training_interval integer,
      add column effective_review_interval integer`);
  const first = (field: string) =>
    `(array_agg(c.old order by e.version) filter (where c.field = '${field}'))[1]::integer`;
  await run(`
    update read.document d
    set effective_training_interval = kept.training_days, effective_review_interval = kept.review_days
    from (
      select e.org_id, e.stream, ${first('trainingInterval')} as training_days, ${first('reviewInterval')} as review_days
      from ledger.event e
      cross join lateral json_to_recordset(e.canonical::json -> 'data' -> 'changes') c(field text, old text)
      where e.type = 'DocumentRevised'
        and e.version > (
          select max(f.version) from ledger.event f
          where f.org_id = e.org_id and f.stream = e.stream and f.type = 'DocumentBecameEffective')
      group by e.org_id, e.stream
    ) kept
    where kept.org_id = d.org_id and kept.stream = 'document-' || d.uid`);

  await run('alter table read.document drop column review_due_at');
  // In UTC throughout, so that the expression is the same whatever the session's time zone.
  await run(`
    alter table read.document add column review_due_at timestamptz generated always as (
      (greatest(latest_effective_at, reviewed_at) at time zone 'UTC'
        + coalesce(effective_review_interval, review_interval) * interval '24 hours') at time zone 'UTC'
    ) stored`);
  await run(`create index document_review_due on read.document (org_id, review_due_at) where status = 'EFFECTIVE'`);
  await sql`select ledger.compile_read_models()`.execute(db);
}
