import { sql, type ExpressionBuilder, type Kysely, type OrderByItemBuilder } from 'kysely';
import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { fitsFunctionalArea } from '#events/organisation/functional-area.ts';
import { roleMay } from '#events/permissions.ts';
import type { DocumentType } from '#events/document/events.ts';
import type { DocumentStatus } from '#projections/tables.ts';
import type { Database } from '#app/database/schema.ts';
import { countNamed, rowsNamed, type Found } from '#app/queries/document/documents-by-name.ts';
import { pageSize } from '#app/queries/document/page-size.ts';
import { pageNumber, pageWithin, partOf, sortOrder, type Part } from '#app/queries/document/paging.ts';
import { trainingCounts } from '#app/queries/document/training-rate.ts';
import { query } from '#app/queries/query.ts';
import { searchWords } from '#app/queries/search-words.ts';

export const managedSorts = [
  'type',
  'functionalArea',
  'docNum',
  'name',
  'revisedDate',
  'owner',
  'status',
  'effectiveDate',
] as const;

export interface ManagedDocument {
  uid: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  name: string;
  version: string;
  status: DocumentStatus;
  owner: string;
  /** ISO 8601 in UTC. */
  revisedAt: string;
  /** Only where the status is EFFECTIVE or PENDING. */
  effectiveAt: string | null;
  /** Percent; only where the status is EFFECTIVE or PENDING. */
  trainingRate: number | null;
}

type Tables = Database & { d: Database['read.document'] };

/** The date of the current version, where it is shown. */
const effectiveDate = sql<string | null>`case when d.status in ('EFFECTIVE', 'PENDING') then d.effective_at end`;

const sortBy = {
  type: 'd.type',
  functionalArea: 'd.functional_area',
  docNum: 'd.doc_num',
  name: 'd.name_folded',
  revisedDate: 'd.revised_at',
  owner: 'o.full_name_folded',
  status: 'd.status_order',
  effectiveDate,
} as const;

const looking = z.object({
  q: searchWords.default(''),
  show: z.enum(['all', 'my', 'retired']).default('all'),
  area: z.string().refine(fitsFunctionalArea).default(''),
  sort: z.enum(managedSorts),
  order: sortOrder,
  page: pageNumber,
});

/**
 * All documents of the organisation, searched, filtered, sorted and cut into pages by the database. Retired ones show where they are asked
 * for, or are one's own.
 */
export const listManaged = query({
  name: 'document.list_managed',
  input: looking,
  permission: 'document.list_all',
  cache: 'viewer',
  async run(input, { db, viewer }) {
    const { show, page } = input;
    const { uid, role } = viewer;
    const retired = roleMay(role, 'document.list_retired');
    if (show === 'retired' && !retired) return refuse('not_allowed');
    const { counts, found } = await countManaged(db, input, uid);
    const total = counts[show];
    const documents = await readPart(db, input, uid, partOf(page, total), found);
    return ok({
      documents,
      total,
      page: pageWithin(page, total),
      size: pageSize,
      counts: { ...counts, retired: retired ? counts.retired : null },
    });
  },
});

type Looking = z.output<typeof looking>;

const inArea = (area: string) => (area === '' ? sql<boolean>`true` : sql<boolean>`functional_area = ${area}`);

async function countManaged(db: Kysely<Database>, { q, area }: Looking, owner: string) {
  const { found, counts } = await countNamed(db, 'read.document', q, {
    counts: sql`array[count(*) filter (where status <> 'RETIRED'), count(*) filter (where status = 'RETIRED'),
                      count(*) filter (where owner_uid = ${owner})]::integer[]`,
    among: inArea(area),
  });
  const [all = 0, retired = 0, my = 0] = counts;
  return { found, counts: { all, retired, my } };
}

/** A part of the list; `user` is who asks for their own. */
async function readPart(
  db: Kysely<Database>,
  { q, area, show, sort, order }: Looking,
  user: string,
  part: Part,
  found: Found,
): Promise<ManagedDocument[]> {
  const shown = {
    all: (eb: ExpressionBuilder<Tables, 'd'>) => eb('d.status', '<>', 'RETIRED'),
    my: (eb: ExpressionBuilder<Tables, 'd'>) => eb('d.owner_uid', '=', user),
    retired: (eb: ExpressionBuilder<Tables, 'd'>) => eb('d.status', '=', 'RETIRED'),
  };
  const ascending = (order === 'asc') !== part.fromTheEnd;
  // Empty dates stand last in both orders, so that they come first where the list is read from its end.
  const directed = (by: OrderByItemBuilder) => {
    const way = ascending ? by.asc() : by.desc();
    return part.fromTheEnd ? way.nullsFirst() : way.nullsLast();
  };
  const next = part.fromTheEnd ? 'desc' : 'asc';
  // Which rows, first: only what is sorted by travels through the sort.
  const sorted = db
    .selectFrom(rowsNamed('read.document', q, found).as('d'))
    .$if(area !== '', (all) => all.where('d.functional_area', '=', area))
    .$if(sort === 'owner', (rows) => rows.innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid') as typeof rows)
    .where(shown[show])
    .select('d.uid')
    .orderBy(sortBy[sort] as 'd.name_folded', directed)
    .orderBy('d.name_folded', next)
    .orderBy('d.uid', next)
    .limit(part.limit)
    .offset(part.offset);
  const rows = await db
    .selectFrom('read.document as d')
    .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
    .select([
      'd.uid',
      'd.type',
      'd.functional_area',
      'd.doc_num',
      'd.name',
      'd.version',
      'd.status',
      'd.revised_at',
      'o.full_name',
      effectiveDate.as('effective_at'),
    ])
    .where('d.uid', 'in', sorted)
    .orderBy(sortBy[sort], (by) => (order === 'asc' ? by.asc().nullsLast() : by.desc().nullsLast()))
    .orderBy('d.name_folded')
    .orderBy('d.uid')
    .execute();
  const inUse = rows.filter(({ status }) => status === 'EFFECTIVE' || status === 'PENDING').map(({ uid }) => uid);
  const rates = await trainingCounts(db, inUse);
  return rows.map((row) => ({
    uid: row.uid,
    type: row.type,
    functionalArea: row.functional_area,
    docNum: row.doc_num,
    name: row.name,
    version: row.version,
    status: row.status,
    owner: row.full_name,
    revisedAt: row.revised_at,
    effectiveAt: row.effective_at,
    trainingRate: rates.get(row.uid)?.rate ?? null,
  }));
}
