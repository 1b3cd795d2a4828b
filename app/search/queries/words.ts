import { sql, type Kysely, type RawBuilder } from 'kysely';
import { roleMay } from '#events/permissions.ts';
import { searchLanguageOf } from '#events/organisation/search-language.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { scheduledFor, type FoundDocument } from '#app/search/queries/documents.ts';
import { snippetOf, type Piece } from '#app/search/queries/snippet.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/** A document with the words on a page of one of its files. */
export interface FoundWords extends FoundDocument {
  /** The file is of the version in force. */
  inForceFile: boolean;
  kind: 'final' | 'working';
  /** What opens the file at a page; null for a file that was prepared for a revision and not sent yet. */
  opens: 'document' | 'approval' | 'version' | null;
  /** Counts from 1. */
  page: number;
  /** How many of its pages have the words. */
  pages: number;
  snippet: Piece[];
}

/** Pages that are looked at. Words that are on more are too common to find anything by. */
const mostPages = 1000;

/**
 * For a FROM: the files of a document `d` in which the viewer may find words, with the version that they belong to.
 * Everybody: PDFs of versions in force, and of the scheduled ones that they train on. Authors and admins: working files
 * and the working version too.
 */
function visibleFiles(viewer: Viewer): RawBuilder<unknown> {
  const working = roleMay(viewer.role, 'document.view_working');
  const versionFiles = sql`(values (v.final_file ->> 'sha256', 'final')
    ${working ? sql`, (v.working_file ->> 'sha256', 'working')` : sql``}) file(sha256, kind)`;
  const inForce = sql`
    select file.sha256, file.kind, v.version, v.name, v.status, true as in_force, false as prepared
    from ${ownRows('read.document_version')} v cross join lateral ${versionFiles}
    where v.document_uid = d.uid and v.status = 'EFFECTIVE'`;
  if (!working)
    return sql`(${inForce} union all
      select v.final_file ->> 'sha256', 'final', v.version, v.name, v.status, false, false
      from ${scheduledFor(viewer)} v where v.document_uid = d.uid)`;
  return sql`(${inForce} union all
    select file.sha256, file.kind, d.version, d.name, d.status, false, file.prepared
    from (values (d.final_file ->> 'sha256', 'final', false), (d.working_file ->> 'sha256', 'working', false),
      (d.revision_final_file ->> 'sha256', 'final', true), (d.revision_working_file ->> 'sha256', 'working', true))
      file(sha256, kind, prepared))`;
}

type Row = Omit<FoundWords, 'snippet' | 'numbered' | 'labelRate' | 'forceVersion' | 'forceName'> & { body: string };

async function pagesWith(
  db: Kysely<Database>,
  viewer: Viewer,
  { words, phrases }: Terms,
  { limit, loose }: { limit: number; loose: boolean },
): Promise<Row[]> {
  const retired = roleMay(viewer.role, 'document.list_retired') ? sql`true` : sql`d.owner_uid = ${viewer.uid}`;
  const { rows } = await sql<Row>`
    with pages as materialized (
      select document_uid, sha256, count(*) as pages, min(array[page, part]) as first
      from read.pages_with(read.text_query(${searchLanguageOf(viewer.settings)}, ${words}::text[], ${loose}),
                           ${phrases}::text[], ${mostPages})
      group by document_uid, sha256),
    documents as (
      select distinct on (d.uid) d.uid, d.type, d.functional_area, d.doc_num, f.name, f.version, f.status,
        d.effective_version is not null as in_force, f.in_force as in_force_file, f.kind, f.prepared,
        d.status = 'PENDING' as scheduled, p.first, p.pages, p.sha256
      from pages p join ${ownRows('read.document')} d on d.uid = p.document_uid
        cross join lateral ${visibleFiles(viewer)} f
      where f.sha256 = p.sha256 and (d.status <> 'RETIRED' or ${retired})
      order by d.uid, f.in_force desc, f.kind, p.pages desc)
    select d.uid, d.type, d.functional_area as "functionalArea", d.doc_num as "docNum", d.name, d.version, d.status,
      d.in_force as "inForce", d.in_force_file as "inForceFile", d.kind, d.first[1] as page,
      case when d.prepared then null when d.in_force_file <> d.scheduled then 'document'
        when exists (select from ${ownRows('read.approval')} a where a.document_uid = d.uid and a.version = d.version
          and a.user_uid = ${viewer.uid} and a.status = 'OPEN') then 'approval' else 'version' end as opens,
      d.pages::integer as pages, t.body
    from (select * from documents order by in_force_file desc, pages desc, uid limit ${limit}) d
      join ${ownRows('app.page_text')} t
        on t.document_uid = d.uid and t.sha256 = d.sha256 and t.page = d.first[1] and t.part = d.first[2]
    order by d.in_force_file desc, d.pages desc, d.uid`.execute(db);
  return rows;
}

/** The documents with these words inside, in force first, then by the number of pages that have them. */
export async function documentsWithWords(
  db: Kysely<Database>,
  viewer: Viewer,
  q: string,
  limit: number,
): Promise<FoundWords[]> {
  const terms = readTerms(q);
  if (terms.words.length === 0) return [];
  const strict = await pagesWith(db, viewer, terms, { limit, loose: false });
  const rows = strict.length > 0 ? strict : await pagesWith(db, viewer, terms, { limit, loose: true });
  if (rows.length === 0) return [];
  const { rows: stems } = await sql<{ lexemes: string[] | null }>`
    select read.lexemes(${searchLanguageOf(viewer.settings)}, ${terms.words}::text[]) as lexemes`.execute(db);
  const marks = [...terms.words, ...(stems[0]?.lexemes ?? [])];
  return rows.map(({ body, ...row }) => ({
    ...row,
    numbered: false,
    labelRate: 0,
    forceVersion: null,
    forceName: null,
    snippet: snippetOf(body, marks),
  }));
}

/** The documents whose PDF holds no text, such as scans: nobody finds words in them. */
export async function documentsWithoutText(
  db: Kysely<Database>,
  viewer: Viewer,
): Promise<Pick<FoundDocument, 'uid' | 'type' | 'functionalArea' | 'docNum' | 'name' | 'version' | 'status'>[]> {
  const { rows } = await sql<Row>`
    select distinct on (d.uid) d.uid, d.type, d.functional_area as "functionalArea", d.doc_num as "docNum", f.name,
      f.version, f.status
    from ${ownRows('app.file_text')} t join ${ownRows('read.document')} d on d.uid = t.document_uid
      cross join lateral ${visibleFiles(viewer)} f
    where t.letters = 0 and f.sha256 = t.sha256 and f.kind = 'final' and d.status <> 'RETIRED'
    order by d.uid, f.in_force desc limit 500`.execute(db);
  return rows;
}

/** What somebody looks for inside documents. */
interface Terms {
  /** Each must stand on the page, as a word or its beginning. */
  words: string[];
  /**
   * Each must stand on the page letter by letter: what is in quotation marks, words without spaces between them, and
   * digits with hyphens.
   */
  phrases: string[];
}

/** More make a search slower and find no more. */
const most = 12;

const unspaced = /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF]{2}/u;

/** Reads words and, in quotation marks of any kind, phrases. */
function readTerms(q: string): Terms {
  const quoted = [...q.matchAll(/["“”„«]([^"“”„«»]+)["“”»]/gu)]
    .map(([, phrase]) => phrase!.trim())
    .filter((one) => one !== '');
  const rest = q.replace(/["“”„«][^"“”„«»]+["“”»]/gu, ' ');
  const loose = rest.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const words = [...quoted.flatMap((phrase) => phrase.split(/\s+/u)), ...loose].slice(0, most);
  return {
    words,
    phrases: [...quoted, ...words.filter((word) => unspaced.test(word) || /^\d+(?:-\d+)+$/u.test(word))],
  };
}
