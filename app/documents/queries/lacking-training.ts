import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';
import { query } from '#app/kit/query/query.ts';

/** Whether an import recorded a version. */
export async function isImportedVersion(db: Kysely<Database>, document: string, version: string): Promise<boolean> {
  const found = await db
    .selectFrom('read.document_version')
    .select('import_uid')
    .where('document_uid', '=', document)
    .where('version', '=', version)
    .executeTakeFirst();
  return Boolean(found?.import_uid);
}

/** The people of the departments of an imported version in force who have no training on it. */
export const peopleLacking = query({
  name: 'document.people_lacking_training',
  input: z.object({ document: z.uuid() }),
  permission: 'document.change_departments',
  async run({ document }, { db }) {
    const people = await db
      .selectFrom('read.document_version as v')
      .innerJoin('read.document_department as a', (join) =>
        join.onRef('a.document_uid', '=', 'v.document_uid').onRef('a.version', '=', 'v.version'),
      )
      .innerJoin('read.user_department as m', 'm.department_uid', 'a.department_uid')
      .innerJoin('read.user_account as u', 'u.uid', 'm.user_uid')
      .select(['u.uid', nameApart('u').as('name')])
      .distinct()
      .where('v.document_uid', '=', document)
      .where('v.status', '=', 'EFFECTIVE')
      .where('v.import_uid', 'is not', null)
      .where('u.status', '<>', 'INACTIVE')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('read.training_record as r')
              .select(sql`1`.as('one'))
              .whereRef('r.document_uid', '=', 'v.document_uid')
              .whereRef('r.version', '=', 'v.version')
              .whereRef('r.user_uid', '=', 'u.uid')
              .where('r.status', '<>', 'CANCELLED'),
          ),
        ),
      )
      .orderBy('name')
      .execute();
    return ok({ people });
  },
});
