import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { instant } from '#events/common.ts';
import { ok } from '#events/failures.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { DocumentType } from '#events/document/events.ts';
import type { Instant } from '#events/time.ts';
import { countNamed, rowsNamed } from '#app/documents/queries/documents-by-name.ts';
import { pageNumber, rowsOf, sortOrder } from '#app/kit/query/paging.ts';
import { query } from '#app/kit/query/query.ts';
import { searchWords } from '#app/kit/query/search-words.ts';

export const effectiveSorts = ['type', 'functionalArea', 'docNum', 'name', 'effectiveDate'] as const;

export interface EffectiveDocument {
  uid: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  /** The version in force, and the title that it has. */
  version: string;
  name: string;
  /** Since when this version is in force. */
  effectiveAt: Instant;
  /** The IANA zone that the effective date was chosen in. */
  effectiveZone: string | null;
  /** The signed PDF once it is made, else the original. */
  file: 'signed' | 'final';
}

const sortBy = {
  type: 'd.type',
  functionalArea: 'd.functional_area',
  docNum: 'd.doc_num',
  name: 'v.name_folded',
  effectiveDate: 'v.effective_at',
} as const;

const looking = z.object({
  q: searchWords.default(''),
  /** Only versions in force since then or later. */
  since: instant.optional(),
  sort: z.enum(effectiveSorts).default('name'),
  order: sortOrder,
  page: pageNumber,
});

/** A page of the versions in force, for everybody. The database searches, sorts and pages. */
export const listEffective = query({
  name: 'document.list_effective',
  input: looking,
  permission: 'document.list_effective',
  cache: 'shared',
  run: async (input, { db }) => ok(await documentsInForce(db, input)),
});

async function documentsInForce(db: Kysely<Database>, looked: z.output<typeof looking>) {
  const { q: words, since, sort, order, page } = looked;
  const afterwards = since ? sql`effective_at >= ${since}::timestamptz` : sql`true`;
  const among = sql<boolean>`status = 'EFFECTIVE' and ${afterwards}`;
  const { counts, found } = await countNamed(db, 'read.document_version', words, {
    counts: sql`array[count(*)]::integer[]`,
    among,
  });
  const total = counts[0] ?? 0;
  const { offset, ...at } = rowsOf(page, total);
  const documents: EffectiveDocument[] = await db
    .selectFrom(rowsNamed('read.document_version', words, found, among).as('v'))
    .innerJoin('read.document as d', 'd.uid', 'v.document_uid')
    .select(['d.uid', 'd.type', 'd.functional_area as functionalArea', 'd.doc_num as docNum', 'v.version', 'v.name'])
    .select([
      'v.effective_zone as effectiveZone',
      sql<string>`v.effective_at`.as('effectiveAt'),
      sql<
        'signed' | 'final'
      >`case when v.approved_at is not null and v.claimed is null then 'signed' else 'final' end`.as('file'),
    ])
    .orderBy(sortBy[sort], order)
    .orderBy('v.name_folded')
    .orderBy('d.uid')
    .limit(at.size)
    .offset(offset)
    .execute();
  return { documents, total, ...at };
}
