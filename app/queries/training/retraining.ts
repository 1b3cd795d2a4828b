import { sql, type Kysely } from 'kysely';
import type { Database } from '#app/database/schema.ts';

/**
 * Uids of documents whose version in force somebody completed longer ago than the training interval and was not trained
 * or assigned on since. `now`: ISO 8601 in UTC.
 */
export async function documentsToRetrain(db: Kysely<Database>, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('read.training_record as t')
    .innerJoin('read.document as d', (join) =>
      join.onRef('d.uid', '=', 't.document_uid').onRef('d.effective_version', '=', 't.version'),
    )
    .innerJoin('read.user_account as u', 'u.uid', 't.user_uid')
    .select('d.uid')
    .distinct()
    .where('t.status', '=', 'COMPLETED')
    .where('u.status', '<>', 'INACTIVE')
    .where(
      sql<boolean>`t.signed_at + coalesce(d.effective_training_interval, d.training_interval) * interval '24 hours'
        <= ${now}::timestamptz`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('read.training_record as later')
            .select('later.uid')
            .whereRef('later.user_uid', '=', 't.user_uid')
            .whereRef('later.document_uid', '=', 't.document_uid')
            .whereRef('later.version', '=', 't.version')
            .where((eb) =>
              eb.or([
                eb('later.status', '=', 'OPEN'),
                eb.and([eb('later.status', '=', 'COMPLETED'), eb('later.signed_at', '>', eb.ref('t.signed_at'))]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('d.uid')
    .execute();
  return rows.map(({ uid }) => uid);
}
