import { sql, type Kysely, type RawBuilder } from 'kysely';
import { roleMay } from '#events/permissions.ts';
import type { DocumentType } from '#events/document/events.ts';
import type { Instant } from '#events/time.ts';
import type { DocumentStatus } from '#projections/statuses.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/** A document as the viewer may see it. */
export interface FoundDocument {
  uid: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  name: string;
  version: string;
  status: DocumentStatus;
  /** A version is in force. */
  inForce: boolean;
  /** That version and its title. */
  forceVersion: string | null;
  forceName: string | null;
  /** By it a scheduled version is labelled. */
  labelRate: number;
  /** The words are its number. */
  numbered: boolean;
}

/** Rows of documents with the title, version and status that the viewer may see. */
export interface Visible {
  uid: string;
  type: DocumentType;
  functional_area: string;
  doc_num: string;
  number_spellings: string;
  name: string;
  name_folded: string;
  version: string;
  status: DocumentStatus;
  in_force: boolean;
  revised_at: Instant;
}

/** Documents that the viewer trains, or has trained, on before they come into force. */
export const scheduledFor = ({ uid }: Pick<Viewer, 'uid'>) => sql`(
  select v.* from ${ownRows('read.document_version')} v join ${ownRows('read.training_record')} t
    on t.document_uid = v.document_uid and t.version = v.version
  where v.status = 'PENDING' and t.user_uid = ${uid} and t.status <> 'CANCELLED')`;

const columns = sql`d.uid, d.type, d.functional_area, d.doc_num, d.number_spellings, d.revised_at`;
const ofVersion = sql`v.name, v.name_folded, v.version, v.status, v.status = 'EFFECTIVE' as in_force`;

/**
 * For a FROM: each document once. Authors and admins see the working version (retired ones only admins and the owner);
 * all others the scheduled version that they train on, or else the one in force. `only`: of these documents.
 */
export function visibleDocuments(viewer: Viewer, only: RawBuilder<unknown> | null = null): RawBuilder<Visible> {
  const among = only ? sql`uid = any(${only})` : sql`true`;
  const documents = sql`(select * from ${ownRows('read.document')} own where ${among})`;
  if (roleMay(viewer.role, 'document.list_all')) {
    const retired = roleMay(viewer.role, 'document.list_retired') ? sql`true` : sql`d.owner_uid = ${viewer.uid}`;
    return sql<Visible>`(select ${columns}, d.name, d.name_folded, d.version, d.status,
        d.effective_version is not null as in_force
      from ${documents} d where d.status <> 'RETIRED' or ${retired})`;
  }
  return sql<Visible>`(
    select ${columns}, ${ofVersion} from ${documents} d join ${scheduledFor(viewer)} v on v.document_uid = d.uid
    union all
    select ${columns}, ${ofVersion} from ${documents} d join ${ownRows('read.document_version')} v
      on v.document_uid = d.uid and v.status = 'EFFECTIVE'
    where d.uid not in (select document_uid from ${scheduledFor(viewer)} scheduled))`;
}

type Force = { document_uid: string; status: string; version: string; name: string };

/** A select of `FoundDocument` from rows of `visibleDocuments`, as `f`. */
export const selectFound = (db: Kysely<Database>, rows: RawBuilder<Visible>, numbered: RawBuilder<boolean>) =>
  db
    .selectFrom(rows.as('f'))
    .leftJoin(sql<Force>`${ownRows('read.document_version')}`.as('e'), (join) =>
      join.onRef('e.document_uid', '=', 'f.uid').on('e.status', '=', 'EFFECTIVE'),
    )
    .select(['f.uid', 'f.type', 'f.functional_area as functionalArea', 'f.doc_num as docNum', 'f.name', 'f.version'])
    .select(['e.version as forceVersion', 'e.name as forceName'])
    .select(['f.status', 'f.in_force as inForce', numbered.as('numbered'), sql<number>`0`.as('labelRate')]);

/**
 * Uids of the documents that have one of these parts in a title, or as their number; null where the index cannot
 * answer.
 */
async function candidates(db: Kysely<Database>, parts: readonly string[]): Promise<string[] | null> {
  const { rows } = await sql<{ uids: string[] | null }>`
    select read.documents_named(part) || read.documents_in_force_named(part) as uids
    from unnest(${parts}::text[]) part`.execute(db);
  return rows.some(({ uids }) => uids === null) ? null : rows.flatMap(({ uids }) => uids ?? []);
}

const longestOf = (words: string): string =>
  words.split(' ').reduce((one, other) => (other.length > one.length ? other : one));

/** What somebody types who means a version: `QA-17 v2.0`, `Gowning version 2.0`, or a version alone; else null. */
function withVersion(q: string): { words: string; version: string } | null {
  const found = /(?:^|\s)v(?:ersion|\.)? ?(\d{1,3}\.\d{1,2})$/iu.exec(q);
  return found ? { words: q.slice(0, found.index), version: found[1]! } : null;
}

/** The documents with these words in their title, or with this number: its own number first, then those in force. */
export async function documentsTitled(
  db: Kysely<Database>,
  viewer: Viewer,
  q: string,
  limit: number,
): Promise<FoundDocument[]> {
  const named = withVersion(q);
  const parts = [q, ...(named ? [named.words] : [])].flatMap((words) => [longestOf(words), words]);
  const found = named?.words === '' ? null : await candidates(db, [...new Set(parts)]);
  const isNumber = (words: string, ending: string) => sql`read.is_numbered(f.number_spellings, ${words}, ${ending})`;
  const isTitle = (words: string) => {
    const each = words.split(' ').map((word) => sql`read.folded(${word})`);
    const all = (name: RawBuilder<unknown>) =>
      sql.join(
        each.map((word) => sql`position(${word} in ${name}) > 0`),
        sql` and `,
      );
    return sql`((${all(sql`f.name_folded`)}) or coalesce(${all(sql`e.name_folded`)}, false))`;
  };
  const versioned = named ? sql`${named.version} in (f.version, e.version)` : sql`false`;
  const orVersion = (of: (words: string) => RawBuilder<unknown>) =>
    sql<boolean>`(${of(q)} or coalesce(${versioned} and ${named ? of(named.words) : sql`false`}, false))`;
  const numbered = orVersion((words) => isNumber(words, ''));
  const exactly = orVersion((words) => isNumber(words, ' '));
  return selectFound(db, visibleDocuments(viewer, found && sql`${found}::uuid[]`), numbered)
    .where(sql<boolean>`(${numbered} or ${orVersion((words) => (words === '' ? sql`true` : isTitle(words)))})`)
    .orderBy(exactly, 'desc')
    .orderBy('numbered', 'desc')
    .orderBy('f.in_force', 'desc')
    .orderBy(sql`position(read.folded(${q}) in f.name_folded) = 1`, 'desc')
    .orderBy('f.name_folded')
    .orderBy('f.uid')
    .limit(limit)
    .execute();
}

/** What the viewer opened last, and for authors and admins what they own, the latest first. */
export const recentDocuments = (db: Kysely<Database>, viewer: Viewer, limit: number): Promise<FoundDocument[]> =>
  selectFound(
    db,
    visibleDocuments(
      viewer,
      sql`array(select document_uid from (
        select document_uid, max(downloaded_at) as at from ${ownRows('read.reading')} r
        where user_uid = ${viewer.uid} group by document_uid
        union all
        select uid, revised_at from ${ownRows('read.document')} d where owner_uid = ${viewer.uid}
        order by at desc limit ${2 * limit}) latest)`,
    ),
    sql<boolean>`false`,
  )
    .orderBy(
      sql`greatest(f.revised_at, (select max(downloaded_at) from ${ownRows('read.reading')} r
        where document_uid = f.uid and user_uid = ${viewer.uid}))`,
      'desc',
    )
    .orderBy('f.uid')
    .limit(limit)
    .execute();
