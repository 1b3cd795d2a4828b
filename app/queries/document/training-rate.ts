import { sql, type Kysely } from 'kysely';
import { trainingRate } from '#events/training/record.ts';
import type { Database } from '#app/database/schema.ts';

export interface TrainingCount {
  /** Records, open or completed, of people who are not deactivated. A person who trains again has another. */
  assigned: number;
  completed: number;
  /** Percent, rounded down; 100 where nobody is assigned or training was waived. */
  rate: number;
}

/**
 * Counts, for each of these documents (uids), the training on the version that counts: the pending one while PENDING,
 * else the one in force. For those who see no pending one (`of`), always on the one in force.
 */
export async function trainingCounts(
  db: Kysely<Database>,
  documents: readonly string[],
  of: 'training_version' | 'effective_version' = 'training_version',
): Promise<Map<string, TrainingCount>> {
  if (documents.length === 0) return new Map();
  // Few are: to leave them out takes less than to find that each of the others is there.
  const deactivated = db.selectFrom('read.user_account').select('uid').where('status', '=', 'INACTIVE');
  const rows = await db
    .selectFrom('read.document as d')
    .leftJoin('read.document_version as v', (join) =>
      join.onRef('v.document_uid', '=', 'd.uid').onRef('v.version', '=', `d.${of}`),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('read.training_record as t')
          .select([
            sql<string>`count(*) filter (where t.status = 'COMPLETED')`.as('completed'),
            sql<string>`count(*) filter (where t.status = 'OPEN')`.as('open'),
          ])
          .whereRef('t.document_uid', '=', 'd.uid')
          .whereRef('t.version', '=', `d.${of}`)
          .where('t.status', 'in', ['OPEN', 'COMPLETED'])
          .where('t.user_uid', 'not in', deactivated)
          .as('r'),
      (join) => join.onTrue(),
    )
    .select(['d.uid', 'v.training_waived', 'r.completed', 'r.open'])
    .where('d.uid', 'in', [...documents])
    .execute();
  return new Map(
    rows.map(({ uid, training_waived: waived, ...row }) => {
      const completed = Number(row.completed ?? 0);
      const open = Number(row.open ?? 0);
      return [uid, { assigned: completed + open, completed, rate: trainingRate({ completed, open }, waived ?? false) }];
    }),
  );
}
