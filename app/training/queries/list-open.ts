import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { addDays, type Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { NamedVersion } from '#app/kit/query/signature.ts';
import { pageNumber, rowsOf } from '#app/kit/query/paging.ts';
import { dueDay, trainingRecords } from '#app/training/queries/records.ts';
import { query } from '#app/kit/query/query.ts';

/** An open training record. */
export interface OpenRecord extends NamedVersion {
  record: string;
  effectiveAt: Instant | null;
  /** The IANA zone that the effective date was chosen in. */
  effectiveZone: string | null;
  dueAt: Instant;
}

/** A page of open training, and the number of all. */
export type OpenTraining = Readonly<Awaited<ReturnType<typeof openRecords>>>;

/** Which open records: not due yet, overdue, or assigned in the last seven days. */
export const openShows = ['all', 'due', 'overdue', 'new'] as const;
type OpenShow = (typeof openShows)[number];

/** A page of the viewer's open training records, by the day they are due. */
export const listOpenTraining = query({
  name: 'training.list_open',
  input: z.object({ page: pageNumber, show: z.enum(openShows).default('all') }),
  permission: 'training.view_own',
  cache: 'viewer',
  run: async ({ page, show }, { db, viewer, now }) => ok(await openRecords(db, viewer.uid, { page, show, now })),
});

const weekBefore = (now: Instant) => addDays(now, -7);

async function openRecords(
  db: Kysely<Database>,
  user: string,
  { page, show, now }: { page: number; show: OpenShow; now: Instant },
) {
  const open = trainingRecords(db)
    .where('t.user_uid', '=', user)
    .where('t.status', '=', 'OPEN')
    .$if(show === 'due', (all) => all.where('t.due_at', '>=', now))
    .$if(show === 'overdue', (all) => all.where('t.due_at', '<', now))
    .$if(show === 'new', (all) => all.where('t.assigned_at', '>', weekBefore(now)));
  const { total } = await open
    .clearSelect()
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  const { offset, ...at } = rowsOf(page, total);
  const records: OpenRecord[] = await open
    .select([
      't.uid as record',
      'v.effective_at as effectiveAt',
      'v.effective_zone as effectiveZone',
      't.due_at as dueAt',
    ])
    .orderBy(dueDay)
    .orderBy('v.effective_at')
    .orderBy('t.uid')
    .limit(at.size)
    .offset(offset)
    .execute();
  return { records, total, ...at };
}
