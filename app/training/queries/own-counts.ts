import { sql, type Kysely } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';

export interface OwnCounts {
  /** Open training records. */
  training: number;
  /** Approvals to sign. */
  approvals: number;
}

/** What a person has to sign, in one statement. */
export const ownCounts = (db: Kysely<Database>, user: string): Promise<OwnCounts> => {
  const count = sql<number>`count(*)::integer`.as('count');
  return db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('read.training_record')
        .select(count)
        .where('user_uid', '=', user)
        .where('status', '=', 'OPEN')
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
        .where('a.status', '=', 'OPEN')
        .where('d.status', '=', 'IN_REVIEW')
        .$asScalar()
        .$notNull()
        .as('approvals'),
    ])
    .executeTakeFirstOrThrow();
};
