import { sql } from 'kysely';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { Frame } from '#app/adapters/pdf/report/frame.ts';
import { reportAbout, type ReportRequest } from '#app/reports/queries/names.ts';
import type { Source } from '#app/reports/queries/source.ts';
import { showDate } from '#app/ui/text/date.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/**
 * A report's title, filters in words, state and reader. Refuses a department, person or area that did not exist at that
 * position, and a report without its subject.
 */
export async function readFrame(
  source: Source,
  { name, filters }: Pick<ReportRequest, 'name' | 'filters'>,
  madeBy: string,
): Promise<Result<Frame>> {
  const { title, needs } = reportAbout(name);
  const department = await nameOf(source, 'department', filters.department);
  const person = await nameOf(source, 'user_account', filters.person);
  if (department === null || person === null) return refuse('not_found');
  const about = needs === 'person' ? person : needs === 'department' ? department : undefined;
  if (needs && about === undefined) return refuse('not_found');
  const words = [
    ...(department !== undefined && needs !== 'department' ? [`Department ${department}`] : []),
    ...(filters.area === undefined ? [] : [`Functional area ${filters.area}`]),
    ...(person !== undefined && needs !== 'person' ? [`Person ${person}`] : []),
    ...(filters.from === undefined ? [] : [`From ${showDate(filters.from, 'UTC')}`]),
    ...(filters.until === undefined ? [] : [`Until ${showDate(filters.until, 'UTC')}`]),
    ...(filters.gaps ? ['Only gaps'] : []),
  ];
  return ok({
    title: about === undefined ? title : `${title} of ${about}`,
    organisation: source.organisation,
    filters: words.join('. ') || 'No filters',
    position: source.position,
    at: source.at,
    zone: source.zone,
    madeBy,
  });
}

/** Undefined if nothing was asked for, null if it does not exist. */
async function nameOf(
  { db, table }: Source,
  where: 'department' | 'user_account',
  uid: string | undefined,
): Promise<string | null | undefined> {
  if (uid === undefined) return undefined;
  const name = where === 'department' ? sql.ref('one.name') : nameApart('one');
  const { rows } = await sql<{ name: string }>`
    select ${name} as name from ${table(where)} one where one.uid = ${uid}`.execute(db);
  return rows[0]?.name ?? null;
}

/** Every name that a report of the organisation may show, for the subset of its fonts. */
export async function readAlphabet({ db, table }: Source): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    select full_name || ' ' || email as words from ${table('user_account')} u
    union select name from ${table('department')} d
    union select name from ${table('document_version')} v
    union select coalesce(change::text, reason, '') || ' ' || coalesce(submitted_by_name, '')
      from ${table('document_version')} c
    union select functional_area || ' ' || doc_num from ${table('document')} e
    union select signer_name from ${table('training_record')} t where signer_name is not null`.execute(db);
  return rows.map(({ words }) => words);
}
