import { sql, type Selectable, type SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import { instant } from '#events/common.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Instant } from '#events/time.ts';
import type { ReadDocument } from '#projections/tables.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { byMoment, byText, partInput, sortedPart, sortInput } from '#app/kit/query/cursor.ts';
import { namedOrNumbered } from '#app/documents/queries/documents-by-name.ts';
import { completeDocuments, versionFor, type WholeDocument } from '#app/documents/queries/full-documents.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { query, type QueryContext } from '#app/kit/query/query.ts';
import { searchWords } from '#app/kit/query/search-words.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

type Documents = SelectQueryBuilder<Database, 'read.document', Selectable<ReadDocument>>;

export const documentSorts = sortInput('name', 'changed');

interface Wanted {
  q: string;
  changedSince?: Instant | undefined;
  sort: z.output<typeof documentSorts>;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** When a document last changed: its latest event, or for those who see one version when that came into sight. */
const lastChanged = (viewer: Viewer) =>
  roleMay(viewer.role, 'document.view_working')
    ? sql<string>`(
        select e.recorded_at from ${ownRows('ledger.event')} e
        where e.stream = 'document-' || read.document.uid order by e.version desc limit 1)`
    : sql<string>`(
        select greatest(v.published_at, read.document.latest_effective_at)
        from ${ownRows('read.document_version')} v
        where v.document_uid = read.document.uid and v.version = ${versionFor(viewer)})`;

/** One part of a list, by name if nothing else is asked, and the cursor of the next. */
async function readPart(
  { db, viewer, now }: QueryContext,
  chosen: Documents,
  { q, changedSince, sort, cursor, limit }: Wanted,
): Promise<Result<{ documents: WholeDocument[]; next: string | null }>> {
  // By the name that the viewer sees: a revision in progress may have another.
  const named = roleMay(viewer.role, 'document.view_working')
    ? sql<string>`read.document.name_folded`
    : sql<string>`(
        select v.name_folded from ${ownRows('read.document_version')} v
        where v.document_uid = read.document.uid and v.version = ${versionFor(viewer)})`;
  const keys = { name: byText(sql`name_seen`), changed: byMoment(sql`changed_at`) };
  const ordered = sortedPart(sort, keys, { usual: 'name', uid: sql`uid`, cursor });
  if (!ordered.ok) return ordered;
  const { by, after, read } = ordered.value;
  const changes = sort.endsWith('changed') || changedSince !== undefined ? lastChanged(viewer) : sql<string>`null`;
  const rows = db
    .selectFrom(chosen.select([named.as('name_seen'), changes.as('changed_at')]).as('d'))
    .selectAll()
    .select(by.as('after'))
    .where('name_seen', 'is not', null)
    .where(namedOrNumbered('read.document', q, sql.ref('name_seen')))
    .where(after)
    .$if(changedSince !== undefined, (some) => some.where('changed_at', '>=', changedSince ?? ''));
  const { part, next } = await read(rows, limit);
  return ok({ documents: await completeDocuments({ db, viewer, now }, part), next });
}

/**
 * The organisation's documents by name: all for authors and admins (retired ones for admins and their owner), those in
 * force for everybody.
 */
export const listWholeDocuments = query({
  name: 'document.list_whole',
  input: z.object({
    org: z.string(),
    effective: z.boolean(),
    q: searchWords.default(''),
    changedSince: instant.optional(),
    sort: documentSorts.default('name'),
    ...partInput,
  }),
  permission: 'document.list_effective',
  async run({ org, effective, ...wanted }, context) {
    const { db, viewer } = context;
    if (org !== viewer.org) return refuse('not_found');
    if (!effective && !roleMay(viewer.role, 'document.list_all')) return refuse('not_allowed');
    let documents = db.selectFrom('read.document').selectAll();
    if (effective) documents = documents.where('effective_version', 'is not', null);
    else if (!roleMay(viewer.role, 'document.list_retired'))
      documents = documents.where((eb) => eb.or([eb('status', '<>', 'RETIRED'), eb('owner_uid', '=', viewer.uid)]));
    return readPart(context, documents, wanted);
  },
});

/**
 * A person's documents by name: those that await their approval, or those that they own. One's own, or anybody's for an
 * admin.
 */
export const listPersonsDocuments = query({
  name: 'document.list_of_person',
  input: z.object({ user: z.uuid(), approval: z.boolean(), q: searchWords.default(''), ...partInput }),
  permission: 'document.view_effective',
  async run({ user, approval, ...wanted }, context) {
    const { db, viewer } = context;
    const person = await db.selectFrom('read.user_account').select('uid').where('uid', '=', user).executeTakeFirst();
    if (!person) return refuse('not_found');
    if (user !== viewer.uid && !roleMay(viewer.role, 'team.view')) return refuse('not_allowed');
    const documents = db.selectFrom('read.document').selectAll();
    const chosen = approval
      ? documents
          .where('status', '=', 'IN_REVIEW')
          .where((eb) =>
            eb.exists(
              eb
                .selectFrom('read.approval as a')
                .select('a.uid')
                .whereRef('a.document_uid', '=', 'read.document.uid')
                .whereRef('a.version', '=', 'read.document.version')
                .where('a.user_uid', '=', user)
                .where('a.status', '=', 'OPEN'),
            ),
          )
      : documents.where('owner_uid', '=', user);
    return readPart(context, chosen, { sort: 'name', ...wanted });
  },
});
