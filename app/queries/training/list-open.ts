import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import type { Database } from '#app/database/schema.ts';
import type { NamedVersion } from '#app/queries/signature.ts';
import { pageSize } from '#app/queries/document/page-size.ts';
import { pageNumber, pageWithin } from '#app/queries/document/paging.ts';
import { ownCounts } from '#app/queries/document/own-counts.ts';
import { trainingRecords } from '#app/queries/training/records.ts';
import { query } from '#app/queries/query.ts';

/** An open training record. Times are ISO 8601 in UTC. */
export interface OpenRecord extends NamedVersion {
  record: string;
  effectiveAt: string | null;
  /** The IANA zone that the effective date was chosen in. */
  effectiveZone: string | null;
  dueAt: string;
}

/** A page of open training, and the number of all. */
export type OpenTraining = Readonly<Awaited<ReturnType<typeof openRecords>>>;

/** A page of the viewer's open training records, the earliest effective date first. */
export const listOpenTraining = query({
  name: 'training.list_open',
  input: z.object({ page: pageNumber }),
  permission: 'training.view_own',
  cache: 'viewer',
  run: async ({ page }, { db, viewer }) => ok(await openRecords(db, viewer.uid, page)),
});

async function openRecords(db: Kysely<Database>, user: string, page: number) {
  const { training: total } = await ownCounts(db, user);
  const at = pageWithin(page, total);
  const records: OpenRecord[] = await trainingRecords(db)
    .select([
      't.uid as record',
      'v.effective_at as effectiveAt',
      'v.effective_zone as effectiveZone',
      't.due_at as dueAt',
    ])
    .where('t.user_uid', '=', user)
    .where('t.status', '=', 'OPEN')
    .orderBy('v.effective_at')
    .orderBy('t.due_at')
    .orderBy('t.uid')
    .limit(pageSize)
    .offset((at - 1) * pageSize)
    .execute();
  return { records, total, page: at, size: pageSize };
}
