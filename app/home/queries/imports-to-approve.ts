import { sql, type Kysely } from 'kysely';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';

/** An import of a library that awaits the signature of a second admin. */
export interface ImportCard {
  import: string;
  source: string;
  documents: number;
  checkedBy: string;
  since: Instant;
}

/** The imports that this admin may approve, neither begun nor checked by them; `total`: before the limit. */
export const importsToApprove = (
  { db, most }: { db: Kysely<Database>; most: number },
  admin: string,
): Promise<(ImportCard & { total: number })[]> =>
  db
    .selectFrom('read.library_import as i')
    .select(['i.uid as import', 'i.source'])
    .select(sql<number>`(i.counts ->> 'documents')::integer`.as('documents'))
    .select((eb) => [
      eb.ref('i.checked_by_name').$notNull().as('checkedBy'),
      eb.ref('i.checked_at').$castTo<string>().as('since'),
    ])
    .select(sql<number>`(count(*) over ())::integer`.as('total'))
    .where('i.status', '=', 'CHECKED')
    .where('i.begun_by', '<>', admin)
    .where('i.checked_by', '<>', admin)
    .orderBy('i.checked_at')
    .orderBy('i.uid')
    .limit(most)
    .execute();
