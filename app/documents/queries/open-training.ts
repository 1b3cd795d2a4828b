import { sql, type Kysely } from 'kysely';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { rowsOf } from '#app/kit/query/paging.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** A person with open training on a version. */
export interface OpenTrainee {
  record: string;
  user: string;
  name: string;
  /** The account is not confirmed yet. */
  invited: boolean;
  assignedAt: Instant;
  dueAt: Instant;
  /** When somebody reminded the person last; null where nobody did. */
  remindedAt: Instant | null;
}

/** People on one page of the list. */
const pageSize = 10;

/** The people with open training on a version, the first due first, one page (one-based). */
export async function readOpenTraining(
  db: Kysely<Database>,
  document: string,
  version: string,
  page: number,
  now: Instant,
) {
  const open = db
    .selectFrom('read.training_record as t')
    .where('t.document_uid', '=', document)
    .where('t.version', '=', version)
    .where('t.status', '=', 'OPEN');
  const counted = await open
    .select(sql<string>`count(*)`.as('total'))
    .select(sql<string>`count(*) filter (where t.due_at < ${now})`.as('overdue'))
    .executeTakeFirstOrThrow();
  const total = Number(counted.total);
  const { offset, ...at } = rowsOf(page, total, pageSize);
  const rows = await open
    .innerJoin('read.user_account as u', 'u.uid', 't.user_uid')
    .select(['t.uid as record', 'u.uid as user', nameApart('u').as('name'), 'u.status'])
    .select(['t.assigned_at as assignedAt', 't.due_at as dueAt', 't.reminded_at as remindedAt'])
    .orderBy('t.due_at')
    .orderBy('u.full_name_folded')
    .orderBy('u.uid')
    .limit(at.size)
    .offset(offset)
    .execute();
  const people = rows.map(({ status, ...row }): OpenTrainee => ({ ...row, invited: status === 'INVITED' }));
  return { people, total, overdue: Number(counted.overdue), ...at };
}
