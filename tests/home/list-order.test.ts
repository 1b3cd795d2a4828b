import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effectiveSorts } from '#app/home/queries/list-effective.ts';
import { managedSorts } from '#app/home/queries/list-managed.ts';
import { isNameInUse } from '#app/documents/queries/name.ts';
import { pageSize } from '#app/kit/query/page-size.ts';
import { asking, filled, inForce, managed } from '#tests/home/two-thousand.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

describe('among two thousand documents', () => {
  it('lists what is in force in one order, page by page from either end', async () => {
    const org = await filled(db);
    const byName = 'v.name_folded, v.document_uid';
    const columns = {
      type: 'd.type',
      functionalArea: 'd.functional_area',
      docNum: 'd.doc_num',
      effectiveDate: 'v.effective_at',
    };
    for (const sort of effectiveSorts)
      for (const order of ['asc', 'desc'] as const) {
        const by = sort === 'name' ? `v.name_folded ${order}` : `${columns[sort]} ${order}, v.name_folded`;
        const { rows } = await db.owner.query<{ uid: string }>(
          `select d.uid from read.document_version v join read.document d
            on d.org_id = v.org_id and d.uid = v.document_uid
           where v.org_id = $1 and v.status = 'EFFECTIVE' order by ${by}, ${byName}`,
          [org.world.org],
        );
        const last = Math.ceil(rows.length / pageSize);
        for (const page of [1, 2, Math.floor(last / 2), Math.ceil(last / 2) + 1, last - 1, last, last + 9]) {
          const from = (Math.min(page, last) - 1) * pageSize;
          const { value } = (await asking(org, (context) => inForce(context, { sort, order, page }))) as {
            value: { documents: { uid: string }[]; page: number };
          };
          expect([sort, order, value.page, value.documents.map(({ uid }) => uid)]).toEqual([
            sort,
            order,
            Math.min(page, last),
            rows.slice(from, from + pageSize).map(({ uid }) => uid),
          ]);
        }
      }
  });

  it('lists all of them in one order, page by page from either end, without a date last', async () => {
    const org = await filled(db);
    await db.owner.query(
      `update read.document set effective_at = created_at,
        status = case when doc_num < '1000' then 'PENDING' else 'IN_REVIEW' end
       where org_id = $1 and status = 'EFFECTIVE' and doc_num like '%5'`,
      [org.world.org],
    );
    const columns: Record<(typeof managedSorts)[number], string> = {
      type: 'd.type',
      functionalArea: 'd.functional_area',
      docNum: 'd.doc_num',
      name: 'd.name_folded',
      revisedDate: 'd.revised_at',
      owner: 'o.full_name_folded',
      status: 'd.status_order',
      effectiveDate: `case when d.status in ('EFFECTIVE', 'PENDING') then d.effective_at end`,
    };
    for (const sort of managedSorts)
      for (const order of ['asc', 'desc'] as const) {
        const { rows } = await db.owner.query<{ uid: string }>(
          `select d.uid from read.document d join read.user_account o on o.org_id = d.org_id and o.uid = d.owner_uid
           where d.org_id = $1 and d.status <> 'RETIRED'
             order by ${columns[sort]} ${order} nulls last, d.name_folded, d.uid`,
          [org.world.org],
        );
        const last = Math.ceil(rows.length / pageSize);
        for (const page of [1, 2, 4, 5, Math.ceil(last / 2) + 1, last - 4, last]) {
          const answered = (await asking(org, (context) => managed(context, { sort, order, page }))) as {
            value: { documents: { uid: string }[] };
          };
          expect([sort, order, page, answered.value.documents.map(({ uid }) => uid)]).toEqual([
            sort,
            order,
            page,
            rows.slice((page - 1) * pageSize, page * pageSize).map(({ uid }) => uid),
          ]);
        }
      }
  });

  it('looks a title up instead of comparing it with each', async () => {
    const org = await filled(db);
    const read = await asking(org, async (_, trx) => {
      const taken = await isNameInUse(trx, 'Gowning of line 99 – procedure 19', null);
      const free = await isNameInUse(trx, 'Gowning of line 99 – procedure 19 b', null);
      const { rows } = await sql<{ each: string }>`
        select pg_stat_get_xact_tuples_returned('read.document'::regclass) as each`.execute(trx);
      return { taken, free, each: Number(rows[0]?.each) };
    });
    expect(read).toEqual({ taken: true, free: false, each: 0 });
  });
});
