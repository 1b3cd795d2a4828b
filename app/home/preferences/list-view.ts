import { sql } from 'kysely';
import type { Database } from '#app/adapters/database/database.ts';
import type { ListChoice } from '#app/kit/query/viewer.ts';

type Whose = { org: string; uid: string };

/** Views that one person may have. */
const most = 20;

/** Saves a person's view of the list of documents; one of the same name is replaced. False where there are too many. */
export const saveView = (
  database: Database,
  { org, uid }: Whose,
  { name, filters }: { name: string; filters: ListChoice },
): Promise<boolean> =>
  database.tenant(org, async (db) => {
    const { others } = await db
      .selectFrom('app.list_view')
      .select(sql<number>`count(*)::integer`.as('others'))
      .where('user_uid', '=', uid)
      .where('name', '<>', name)
      .executeTakeFirstOrThrow();
    if (others >= most) return false;
    const stored = JSON.stringify(filters) as unknown as ListChoice;
    await db
      .insertInto('app.list_view')
      .values({ org_id: org, user_uid: uid, name, filters: stored })
      .onConflict((conflict) => conflict.columns(['org_id', 'user_uid', 'name']).doUpdateSet({ filters: stored }))
      .execute();
    return true;
  });

export async function deleteView(database: Database, { org, uid }: Whose, name: string): Promise<void> {
  await database.tenant(org, (db) =>
    db.deleteFrom('app.list_view').where('user_uid', '=', uid).where('name', '=', name).execute(),
  );
}
