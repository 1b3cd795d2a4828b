import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { fitsFunctionalArea } from '#events/organisation/functional-area.ts';
import { roleMay } from '#events/permissions.ts';
import type { DocumentType } from '#events/document/events.ts';
import type { Instant } from '#events/time.ts';
import type { DocumentStatus } from '#projections/statuses.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { countNamed, rowsNamed, type Found } from '#app/documents/queries/documents-by-name.ts';
import { pageNumber, rowsOf, sortOrder } from '#app/kit/query/paging.ts';
import { trainingCounts } from '#app/documents/queries/training-rate.ts';
import { managedStatuses } from '#app/home/queries/statuses.ts';
import { query } from '#app/kit/query/query.ts';
import { searchWords } from '#app/kit/query/search-words.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { areaNamed } from '#app/organisation/queries/area-named.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

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
  /** The version in force, where the document has one. */
  effectiveVersion: string | null;
  status: DocumentStatus;
  owner: string;
  revisedAt: Instant;
  /** Only where the status is EFFECTIVE or PENDING. */
  effectiveAt: Instant | null;
  /** The IANA zone that the effective date was chosen in. */
  effectiveZone: string | null;
  /** Percent; only where the status is EFFECTIVE or PENDING. */
  trainingRate: number | null;
  /** By it a scheduled version is labelled: 100 also where training is carried over. */
  labelRate: number;
}

/** The date of the current version, if the list shows it. */
const effectiveDate = sql<string | null>`case when d.status in ('EFFECTIVE', 'PENDING') then d.effective_at end`;

const effectiveZone = sql<string | null>`(select v.effective_zone from ${ownRows('read.document_version')} v
  where v.org_id = d.org_id and v.document_uid = d.uid and v.version = d.version)`;

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
  status: z.enum(managedStatuses).optional(),
  /** `overdue`: only documents with overdue training. */
  training: z.enum(['overdue']).optional(),
  sort: z.enum(managedSorts),
  order: sortOrder,
  page: pageNumber,
});

/** A page of all documents; retired ones if asked for, or the viewer's own. The database searches, sorts and pages. */
export const listManaged = query({
  name: 'document.list_managed',
  input: looking,
  permission: 'document.list_all',
  cache: 'viewer',
  async run(input, { db, viewer, now }) {
    const { show, page } = input;
    const { uid, role } = viewer;
    const retired = roleMay(role, 'document.list_retired');
    if (show === 'retired' && !retired) return refuse('not_allowed');
    const { counts, found } = await countManaged(db, input, uid, now);
    const total = counts[show];
    const { offset, ...at } = rowsOf(page, total);
    const documents = await readPage(db, input, uid, { limit: at.size, offset }, { found, now });
    return ok({
      documents,
      total,
      ...at,
      counts: { ...counts, retired: retired ? counts.retired : null },
    });
  },
});

type Looking = z.output<typeof looking>;

/** The rows of `read.document` that the filters beside the search leave. */
function among({ area, status, training }: Looking, now: Instant): RawBuilder<boolean> {
  const filters = [
    area !== '' && sql`functional_area = ${areaNamed(area)}`,
    status && (status === 'EFFECTIVE' ? sql`effective` : sql`status = ${status}`),
    training &&
      sql`uid in (select document_uid from ${ownRows('read.training_record')} t
        where t.status = 'OPEN' and t.due_at < ${now}::timestamptz and t.user_uid not in
          (select uid from ${ownRows('read.user_account')} user_account where status = 'INACTIVE'))`,
  ].filter((filter) => typeof filter === 'object');
  return filters.length === 0 ? sql`true` : sql`${sql.join(filters, sql` and `)}`;
}

async function countManaged(db: Kysely<Database>, input: Looking, owner: string, now: Instant) {
  const { found, counts } = await countNamed(db, 'read.document', input.q, {
    counts: sql`array[count(*) filter (where status <> 'RETIRED'), count(*) filter (where status = 'RETIRED'),
                      count(*) filter (where owner_uid = ${owner})]::integer[]`,
    among: among(input, now),
  });
  const [all = 0, retired = 0, my = 0] = counts;
  return { found, counts: { all, retired, my } };
}

/** A page of the list; `user` is the viewer, for their own documents. */
async function readPage(
  db: Kysely<Database>,
  input: Looking,
  user: string,
  { limit, offset }: { limit: number; offset: number },
  { found, now }: { found: Found; now: Instant },
): Promise<ManagedDocument[]> {
  const { q, show, sort, order } = input;
  const shown = {
    all: sql<boolean>`d.status <> 'RETIRED'`,
    my: sql<boolean>`d.owner_uid = ${user}`,
    retired: sql<boolean>`d.status = 'RETIRED'`,
  };
  const rows = await db
    .selectFrom(rowsNamed('read.document', q, found, among(input, now)).as('d'))
    .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
    .where(shown[show])
    .select(['d.uid', 'd.type', 'd.functional_area as functionalArea', 'd.doc_num as docNum', 'd.name', 'd.version'])
    .select([
      'd.status',
      'd.effective_version as effectiveVersion',
      nameApart('o').as('owner'),
      'd.revised_at as revisedAt',
      effectiveDate.as('effectiveAt'),
      effectiveZone.as('effectiveZone'),
    ])
    .orderBy(sortBy[sort], (by) => (order === 'asc' ? by.asc().nullsLast() : by.desc().nullsLast()))
    .orderBy('d.name_folded')
    .orderBy('d.uid')
    .limit(limit)
    .offset(offset)
    .execute();
  const inUse = rows.filter(({ status }) => status === 'EFFECTIVE' || status === 'PENDING').map(({ uid }) => uid);
  const rates = await trainingCounts(db, inUse);
  return rows.map((row) => ({
    ...row,
    trainingRate: rates.get(row.uid)?.rate ?? null,
    labelRate: rates.get(row.uid)?.labelRate ?? 0,
  }));
}
