import { sql, type Kysely } from 'kysely';
import { trainingRate } from '#events/training/record.ts';
import type { Database } from '#app/adapters/database/schema.ts';

export interface TrainingCount {
  /** Open and completed records of people who are not deactivated, those before training again too. */
  assigned: number;
  completed: number;
  /** Percent, rounded down; 100 if nobody is assigned or nobody is asked. */
  rate: number;
  /** By it a scheduled version is labelled: 100 also where training is carried over. */
  labelRate: number;
}

export const nobodyAssigned: TrainingCount = { assigned: 0, completed: 0, rate: 100, labelRate: 100 };

/** The counts of the version that counts. `waived`: its training was, `carried`: carried over. */
export function countTraining(
  { completed, open }: { completed: number; open: number },
  { waived, carried }: { waived: boolean; carried: boolean },
): TrainingCount {
  const rate = trainingRate({ completed, open }, waived && !carried);
  return { assigned: completed + open, completed, rate, labelRate: waived ? 100 : rate };
}

/**
 * Counts training by document (uids) on the version that counts: the pending one, else the one in force. Viewers who
 * see no pending version (`of`) always get the one in force.
 */
export async function trainingCounts(
  db: Kysely<Database>,
  documents: readonly string[],
  of: 'training_version' | 'effective_version' = 'training_version',
): Promise<Map<string, TrainingCount>> {
  if (documents.length === 0) return new Map();
  // Excluding the few deactivated people is faster than joining all the others.
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
    .select(['d.uid', 'v.training_waived', 'v.training_carried', 'r.completed', 'r.open'])
    .where('d.uid', 'in', [...documents])
    .execute();
  return new Map(
    rows.map(({ uid, training_waived: waived, training_carried: carried, ...row }) => {
      const counts = { completed: Number(row.completed ?? 0), open: Number(row.open ?? 0) };
      return [uid, countTraining(counts, { waived: waived ?? false, carried: carried ?? false })];
    }),
  );
}
