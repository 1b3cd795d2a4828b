import { type Kysely, sql } from 'kysely';
import { instantOf } from '#events/time.ts';
import { Fault } from '#app/adapters/environment/fault.ts';
import { migrationFiles } from './migration-files.ts';

/** The 31 migrations of commit 54e0070, which the baseline replaces: the MD5 of their names. */
const replaced = '7c708c8cfd536f6f6280be12c033d614';
const firstReplaced = '0001-roles-and-schemas';
/** The files that together make the same tables. */
const baseline = /^000[1-5]-/;

/**
 * Checks that this release knows every migration that the database has. A database of commit 54e0070 is taken for one
 * that the baseline made. Throws a `Fault` for any other history.
 */
export async function recogniseHistory(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass('imprimatur.migration') as found`.execute(db);
  if (!rows[0]?.found) return;
  await db.transaction().execute(async (trx) => {
    await sql`lock table imprimatur.migration in exclusive mode`.execute(trx);
    const done = await sql<{ name: string }>`select name from imprimatur.migration`.execute(trx);
    const known = migrationFiles().numbered.map((file) => file.name);
    const unknown = done.rows.map(({ name }) => name).filter((name) => !known.includes(name));
    if (unknown.length === 0) return;
    const history = await sql<{ md5: string }>`
      select md5(string_agg(name, ',' order by name collate "C")) as md5 from imprimatur.migration`.execute(trx);
    if (history.rows[0]?.md5 !== replaced) throw unknownHistory(unknown);
    await sql`delete from imprimatur.migration`.execute(trx);
    for (const name of known.filter((each) => baseline.test(each)))
      await sql`insert into imprimatur.migration values (${name}, ${instantOf(Date.now())})`.execute(trx);
  });
}

function unknownHistory(unknown: readonly string[]): Fault {
  if (unknown.includes(firstReplaced))
    return new Fault(
      'The database was prepared by a version before commit 54e0070: start that commit on it once, then this release.',
    );
  return new Fault(
    `The database was prepared by a newer release (${unknown[0]}): start that release, ` +
      `or restore the backup from before the upgrade.`,
  );
}
