import { sql } from 'kysely';
import { addMs, type Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/database.ts';

/** The owner of a form. Both are uids. */
export interface Whose {
  org: string;
  user: string;
}

/** The page with its query, and the browser that the form is restored in (empty: any). */
export interface Place {
  page: string;
  browser: string;
}

export interface StoredForm extends Place {
  /** Names and values in the form's order. */
  fields: [name: string, value: string][];
  savedAt: Instant;
}

type Tenant = Pick<Database, 'tenant' | 'read'>;

/** Characters of names and values together, far more than any form needs. */
const most = 64 * 1024;
/** Forms of one person; the oldest are deleted. */
const perPerson = 20;

/** Saves a form and replaces an earlier one. False if it is too long. */
export async function saveForm(
  database: Tenant,
  { org, user }: Whose,
  { page, browser, fields, savedAt, files }: StoredForm & { files: string[] },
): Promise<boolean> {
  const length = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (length > most || page.length > 2000) return false;
  const values = { fields: sql<StoredForm['fields']>`${JSON.stringify(fields)}::jsonb`, files, kept_at: savedAt };
  await database.tenant(org, async (db) => {
    await db
      .insertInto('app.kept_form')
      .values({ org_id: org, user_uid: user, page, browser, ...values })
      .onConflict((conflict) => conflict.constraint('kept_form_pk').doUpdateSet(values))
      .execute();
    await sql`
      delete from app.kept_form k using (
        select page, browser from app.kept_form where org_id = ${org} and user_uid = ${user}
        order by kept_at desc offset ${perPerson}
      ) old
      where k.org_id = ${org} and k.user_uid = ${user} and k.page = old.page and k.browser = old.browser`.execute(db);
  });
  return true;
}

/** A person's saved forms in this browser, the latest first: of one page, or of all pages with this `path`. */
export function findSavedForms(
  database: Tenant,
  { org, user }: Whose,
  { browser, ...where }: { browser: string | null } & ({ page: string } | { path: string }),
): Promise<StoredForm[]> {
  return database.read(org, async (db) => {
    const own = db
      .selectFrom('app.kept_form')
      .select(['page', 'browser', 'fields', 'kept_at'])
      .where('user_uid', '=', user)
      .where('browser', 'in', browser === null ? [''] : ['', browser]);
    const asked =
      'page' in where
        ? own.where('page', '=', where.page)
        : own.where(sql<string>`split_part(page, '?', 1)`, '=', where.path);
    const rows = await asked.orderBy('kept_at', 'desc').execute();
    return rows.map(({ kept_at: savedAt, ...row }) => ({ ...row, savedAt }));
  });
}

/** Deletes the saved form of a page, of this browser and of any. */
export async function deleteSavedForm(
  database: Tenant,
  { org, user }: Whose,
  { page, browser }: { page: string; browser: string | null },
): Promise<void> {
  await database.tenant(org, (db) =>
    db
      .deleteFrom('app.kept_form')
      .where('user_uid', '=', user)
      .where('page', '=', page)
      .where('browser', 'in', browser === null ? [''] : ['', browser])
      .execute(),
  );
}

/** Deletes forms older than `olderThan` milliseconds, of every organisation. Answers how many. */
export async function purgeSavedForms(
  { database, now }: { database: Pick<Database, 'pool'>; now(): Instant },
  olderThan: number,
): Promise<number> {
  const before = addMs(now(), -olderThan);
  const { rows } = await database.pool.query<{ count: string }>('select app.purge_saved_forms($1) as count', [before]);
  return Number(rows[0]?.count ?? 0);
}
