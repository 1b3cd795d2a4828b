import { sql } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { isAdmin, roleMay } from '#events/permissions.ts';
import { addDays, type Instant } from '#events/time.ts';
import type { NamedVersion } from '#app/kit/query/signature.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { query } from '#app/kit/query/query.ts';

/** Something of the next thirty days. */
export interface ComingUp extends NamedVersion {
  kind: 'effective' | 'review' | 'training';
  at: Instant;
  /** The IANA zone of an effective date; null for the others, which stand in the organisation's. */
  zone: string | null;
  /** The training record to sign. */
  record: string | null;
}

export interface NextDays {
  items: ComingUp[];
  total: number;
}

const days = 30;
/** Lines beside the list. */
const most = 12;

/**
 * What comes in the next thirty days, the earliest first: the viewer's own training due; for those who list all
 * documents also the effective dates, and the periodic reviews of their own documents, for admins of all.
 */
export const nextDays = query({
  name: 'home.next_days',
  input: z.object({}),
  permission: 'signed-in',
  cache: 'viewer',
  async run(_, { db, viewer, now }) {
    const until = addDays(now, days);
    const inDays = (column: string) =>
      sql`${sql.ref(column)} > ${now}::timestamptz and ${sql.ref(column)} <= ${until}::timestamptz`;
    const own = isAdmin(viewer.role) ? sql`true` : sql`d.owner_uid = ${viewer.uid}`;
    const ofAll = sql`
      union all
      select 'effective', d.effective_at, d.uid, d.version, null
        from ${ownRows('read.document')} d where d.status = 'PENDING' and ${inDays('d.effective_at')}
      union all
      select 'review', d.review_due_at, d.uid, d.effective_version, null
        from ${ownRows('read.document')} d where d.status = 'EFFECTIVE' and ${inDays('d.review_due_at')} and ${own}`;
    const { rows } = await sql<ComingUp & { total: number }>`
      select i.kind, i.at, i.record, d.uid as document, d.type, d.functional_area as "functionalArea",
             d.doc_num as "docNum", v.version, v.name, case when i.kind = 'effective' then v.effective_zone end as zone,
             i.total
      from (
        select c.*, (count(*) over ())::integer as total from (
          select 'training' as kind, t.due_at as at, t.document_uid as document, t.version, t.uid as record
            from ${ownRows('read.training_record')} t
            where t.user_uid = ${viewer.uid} and t.status = 'OPEN' and ${inDays('t.due_at')}
          ${roleMay(viewer.role, 'document.list_all') ? ofAll : sql``}
        ) c order by c.at, c.kind, c.document, c.version limit ${most}
      ) i
      join ${ownRows('read.document')} d on d.uid = i.document
      join ${ownRows('read.document_version')} v on v.document_uid = i.document and v.version = i.version
      order by i.at, i.kind, i.document, i.version`.execute(db);
    return ok<NextDays>({ items: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 });
  },
});
