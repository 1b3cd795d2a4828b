import { sql, type Kysely } from 'kysely';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';

/**
 * Uids of documents on whose version in force somebody is to be assigned training again: their last completion that
 * counts is old enough, and nothing is open.
 */
export async function documentsToRetrain(db: Kysely<Database>, now: Instant): Promise<string[]> {
  const organisation = await db.selectFrom('read.organisation').select('settings').executeTakeFirst();
  if (!organisation) return [];
  const { trainingDueDays } = organisation.settings;
  const interval = sql<number>`coalesce(d.effective_training_interval, d.training_interval)`;
  const rows = await db
    .selectFrom('read.training_record as t')
    .innerJoin('read.document as d', (join) =>
      join.onRef('d.uid', '=', 't.document_uid').onRef('d.effective_version', '=', 't.version'),
    )
    .innerJoin('read.document_version as v', (join) =>
      join.onRef('v.document_uid', '=', 'd.uid').onRef('v.version', '=', 't.version'),
    )
    .innerJoin('read.user_account as u', 'u.uid', 't.user_uid')
    .select('d.uid')
    .distinct()
    .where('t.status', '=', 'COMPLETED')
    .where('u.status', '<>', 'INACTIVE')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('read.user_department as m')
          .innerJoin('read.document_department as a', 'a.department_uid', 'm.department_uid')
          .select('m.user_uid')
          .whereRef('m.user_uid', '=', 't.user_uid')
          .whereRef('a.document_uid', '=', 'd.uid')
          .whereRef('a.version', '=', 't.version'),
      ),
    )
    // As `retrainingLead` says.
    .where(
      sql<boolean>`t.signed_at + interval '24 hours' * (${interval} - case
        when ${interval} > ${trainingDueDays}::integer then ${trainingDueDays}::integer else ${interval} / 2.0 end)
        <= ${now}::timestamptz`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('read.training_record as later')
            .select('later.uid')
            .whereRef('later.user_uid', '=', 't.user_uid')
            .whereRef('later.document_uid', '=', 't.document_uid')
            .where((eb) =>
              eb.or([
                eb.and([eb('later.version', '=', eb.ref('t.version')), eb('later.status', '=', 'OPEN')]),
                eb.and([
                  eb('later.status', '=', 'COMPLETED'),
                  eb('later.signed_at', '>', eb.ref('t.signed_at')),
                  // Where training is carried over, a signature on an earlier version counts.
                  eb.or([
                    eb('later.version', '=', eb.ref('t.version')),
                    eb.and([eb('v.training_carried', '=', true), eb('later.version', '<>', eb.ref('d.version'))]),
                  ]),
                ]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('d.uid')
    .execute();
  return rows.map(({ uid }) => uid);
}
