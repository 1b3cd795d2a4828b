import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import type { Database } from '#app/database/schema.ts';
import type { NamedVersion } from '#app/queries/approval/signed.ts';
import { pageSize } from '#app/queries/document/page-size.ts';
import { pageNumber } from '#app/queries/document/paging.ts';
import { ownCounts } from '#app/queries/document/own-counts.ts';
import { query } from '#app/queries/query.ts';

/** A training record that its person has yet to sign. Moments are ISO 8601 in UTC. */
export interface OpenRecord extends NamedVersion {
  record: string;
  effectiveAt: string | null;
  dueAt: string;
}

/** A page of somebody's open training, and how much of it there is. */
export type OpenTraining = Readonly<Awaited<ReturnType<typeof openRecords>>>;

/** The viewer's open training records, the earliest effective date first, a page at a time. */
export const listOpenTraining = query({
  name: 'training.list_open',
  input: z.object({ page: pageNumber }),
  permission: 'training.view_own',
  cache: 'viewer',
  run: async ({ page }, { db, viewer }) => ok(await openRecords(db, viewer.uid, page)),
});

async function openRecords(db: Kysely<Database>, user: string, page: number) {
  const [{ training: total }, found] = await Promise.all([ownCounts(db, user), pageOfOpen(db, user, page)]);
  const at = Math.min(page, Math.max(1, Math.ceil(total / pageSize)));
  return { records: at === page ? found : await pageOfOpen(db, user, at), total, page: at, size: pageSize };
}

function pageOfOpen(db: Kysely<Database>, user: string, page: number): Promise<OpenRecord[]> {
  // Which records, first: their documents are looked up for those of the page alone. And each record's version by itself: beside all
  // versions of the organisation a person's records are few.
  const shown = db
    .selectFrom('read.training_record as t')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('read.document_version as v')
          .select(['v.name', 'v.effective_at'])
          .whereRef('v.document_uid', '=', 't.document_uid')
          .whereRef('v.version', '=', 't.version')
          .limit(1)
          .as('v'),
      (join) => join.onTrue(),
    )
    .select(['t.uid', 't.document_uid', 't.version', 'v.name', 'v.effective_at', 't.due_at'])
    .where('t.user_uid', '=', user)
    .where('t.status', '=', sql.lit('OPEN'))
    .orderBy('v.effective_at')
    .orderBy('t.due_at')
    .orderBy('t.uid')
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const records = db
    .selectFrom(shown.as('t'))
    .innerJoin('read.document as d', 'd.uid', 't.document_uid')
    .select([
      't.uid as record',
      't.document_uid as document',
      'd.type',
      'd.functional_area as functionalArea',
      'd.doc_num as docNum',
      't.version',
      't.name',
      't.effective_at as effectiveAt',
      't.due_at as dueAt',
    ])
    .orderBy('t.effective_at')
    .orderBy('t.due_at')
    .orderBy('t.uid');
  return records.execute();
}
