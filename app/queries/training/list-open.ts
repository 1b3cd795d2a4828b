import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import type { Database } from '#app/database/schema.ts';
import type { NamedVersion } from '#app/queries/approval/signed.ts';
import { pageSize } from '#app/queries/document/page-size.ts';
import { pageNumber } from '#app/queries/document/paging.ts';
import { query } from '#app/queries/query.ts';

/** A training record that its person has yet to sign. Moments are ISO 8601 in UTC. */
export interface OpenRecord extends NamedVersion {
  record: string;
  effectiveAt: string | null;
  dueAt: string;
}

/** The viewer's open training records, the earliest effective date first, a page at a time. */
export const listOpenTraining = query({
  name: 'training.list_open',
  input: z.object({ page: pageNumber }),
  permission: 'training.view_own',
  run: async ({ page }, { db, viewer, folded }) =>
    ok(await folded('open training', [viewer.uid, page], () => openRecords(db, viewer.uid, page))),
});

async function openRecords(db: Kysely<Database>, user: string, page: number) {
  const { total: counted } = await db
    .selectFrom('read.training_record')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('user_uid', '=', user)
    .where('status', '=', 'OPEN')
    .executeTakeFirstOrThrow();
  const total = Number(counted);
  const at = Math.min(page, Math.max(1, Math.ceil(total / pageSize)));
  // Which records, first: their documents are looked up for those of the page alone.
  const shown = db
    .selectFrom('read.training_record as t')
    .innerJoin('read.document_version as v', (join) =>
      join.onRef('v.document_uid', '=', 't.document_uid').onRef('v.version', '=', 't.version'),
    )
    .select(['t.uid', 't.document_uid', 't.version', 'v.name', 'v.effective_at', 't.due_at'])
    .where('t.user_uid', '=', user)
    .where('t.status', '=', 'OPEN')
    .orderBy('v.effective_at')
    .orderBy('t.due_at')
    .orderBy('t.uid')
    .limit(pageSize)
    .offset((at - 1) * pageSize);
  const records: OpenRecord[] = await db
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
    .orderBy('t.uid')
    .execute();
  return { records, total, page: at, size: pageSize };
}
