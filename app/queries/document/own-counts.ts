import { sql, type Kysely } from 'kysely';
import type { Database } from '#app/database/schema.ts';
import { withKeptPlan } from '#app/queries/prepared-statement.ts';
import type { Folded } from '#app/queries/query-cache.ts';

export interface OwnCounts {
  /** Open training records. */
  training: number;
  /** Approvals to sign. */
  approvals: number;
  /** Whether any document of their own was rejected, or is a draft. */
  rejected: boolean;
  drafts: boolean;
}

/** What there is of a person's own, in one statement: it is asked anew for each person after every event. */
export const ownCounts = (db: Kysely<Database>, user: string, folded: Folded): Promise<OwnCounts> =>
  folded('own counts', [user], async () => {
    const count = sql<number>`count(*)::integer`.as('count');
    const [found] = await withKeptPlan(
      db,
      'own counts',
      db.selectNoFrom((eb) => {
        const owned = eb.selectFrom('read.document as d').select('d.uid').where('d.owner_uid', '=', user);
        return [
          eb
            .selectFrom('read.training_record')
            .select(count)
            .where('user_uid', '=', user)
            .where('status', '=', sql.lit('OPEN'))
            .$asScalar()
            .$notNull()
            .as('training'),
          eb
            .selectFrom('read.approval as a')
            .innerJoin('read.document as d', (join) =>
              join.onRef('d.uid', '=', 'a.document_uid').onRef('d.version', '=', 'a.version'),
            )
            .select(count)
            .where('a.user_uid', '=', user)
            .where('a.status', '=', sql.lit('OPEN'))
            .where('d.status', '=', sql.lit('IN_REVIEW'))
            .$asScalar()
            .$notNull()
            .as('approvals'),
          eb
            .exists(owned.where('d.status', '=', sql.lit('REJECTED')))
            .$castTo<boolean>()
            .as('rejected'),
          eb
            .exists(owned.where('d.status', '=', sql.lit('CREATED')))
            .$castTo<boolean>()
            .as('drafts'),
        ];
      }),
    );
    return found!;
  });
