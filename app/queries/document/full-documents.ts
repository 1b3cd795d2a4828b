import { sql, type Kysely, type Selectable, type SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import { streams } from '#events/streams.ts';
import type { ApprovalStatus, DocumentTable } from '#projections/tables.ts';
import type { Database } from '#app/database/schema.ts';
import { partInput, partOf, readCursor, type Cursor } from '#app/queries/cursor.ts';
import { inOrder } from '#app/queries/department/in-order.ts';
import { namedOrNumbered } from '#app/queries/document/documents-by-name.ts';
import { trainingCounts } from '#app/queries/document/training-rate.ts';
import { readVersionsOf, type VersionLine } from '#app/queries/document/version-history.ts';
import { groupBy } from '#app/queries/group-by.ts';
import { readPreparedOf, type Prepared } from '#app/queries/document/prepared-changes.ts';
import { query, type QueryContext } from '#app/queries/query.ts';
import { readStreamVersion } from '#app/queries/stream.ts';
import { readProfiles, type Profile } from '#app/queries/user/profile.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { ownRows } from '#app/queries/own-rows.ts';
import { searchWords } from '#app/queries/search-words.ts';

export interface WholeApproval {
  uid: string;
  status: ApprovalStatus;
  user: Profile;
}

/** A document with everything that belongs to it; for employees only the version that they may see. */
export interface WholeDocument {
  row: Selectable<DocumentTable>;
  org: string;
  owner: Profile;
  /** Of the version in `row`. */
  approvals: WholeApproval[];
  /** Of the version that training counts for, if the viewer may see it. */
  departments: Named[];
  /** Versions that were ever approved, newest first. */
  history: VersionLine[];
  /** Percent; null if no version counts. */
  trainingRate: number | null;
  /** Whether the viewer may have working files. */
  insider: boolean;
  /** What calls have prepared for the next version or the publication; only for insiders. */
  prepared: Prepared | null;
}

type Row = Selectable<DocumentTable>;

/** The version that employees see: the scheduled one if they train on it, else the one in force; null: none. */
const versionFor = ({ uid }: Viewer) => sql<string | null>`
  case when read.document.status = 'PENDING' and exists (
         select from ${ownRows('read.training_record')} t
         where t.document_uid = read.document.uid and t.version = read.document.version
           and t.user_uid = ${uid} and t.status <> 'CANCELLED')
       then read.document.version else read.document.effective_version end`;

async function versionsFor(db: Kysely<Database>, viewer: Viewer, rows: readonly Row[]): Promise<Map<string, string>> {
  const uids = rows.map(({ uid }) => uid);
  const found = await db
    .selectFrom('read.document')
    .select(['uid', versionFor(viewer).as('shown')])
    .where('uid', 'in', uids)
    .execute();
  return new Map(found.flatMap(({ uid, shown }) => (shown === null ? [] : [[uid, shown] as const])));
}

/** The row for a viewer who sees only one version. */
function narrowed(row: Row, version: VersionLine): Row {
  const inForce = version.status === 'EFFECTIVE';
  return {
    ...row,
    name: version.name,
    version: version.version,
    status: inForce ? 'EFFECTIVE' : 'PENDING',
    externally_effective: version.externallyEffective,
    approved: true,
    working_file: null,
    final_file: version.final,
    revised_at: version.submittedAt,
    approved_at: version.approvedAt,
    published_at: version.publishedAt,
    effective_at: version.effectiveAt,
    training_interval: (inForce ? row.effective_training_interval : null) ?? row.training_interval,
    review_interval: (inForce ? row.effective_review_interval : null) ?? row.review_interval,
  };
}

const byVersion = <T extends { document_uid: string; version: string }>(lines: readonly T[]): Map<string, T[]> =>
  groupBy(lines, ({ document_uid: document, version }) => `${document} ${version}`);

async function complete(
  { db, viewer, now }: Pick<QueryContext, 'db' | 'viewer' | 'now'>,
  rows: readonly Row[],
): Promise<WholeDocument[]> {
  if (rows.length === 0) return [];
  const insider = roleMay(viewer.role, 'document.view_working');
  const uids = rows.map(({ uid }) => uid);
  const histories = await readVersionsOf(db, uids);
  const only = insider ? null : await versionsFor(db, viewer, rows);
  const shown = rows.flatMap((row) => {
    const history = histories.get(row.uid) ?? [];
    if (!only) return [{ row, history: history.filter(({ approvedAt }) => approvedAt !== null) }];
    const version = history.find((line) => line.version === only.get(row.uid));
    return version ? [{ row: narrowed(row, version), history: [version] }] : [];
  });
  const approvals = await db
    .selectFrom('read.approval')
    .select(['uid', 'document_uid', 'version', 'user_uid', 'status'])
    .where('document_uid', 'in', uids)
    .orderBy(sql`read.folded(user_name)`)
    .orderBy('uid')
    .execute();
  const departments = await db
    .selectFrom('read.document_department as c')
    .innerJoin('read.department as d', 'd.uid', 'c.department_uid')
    .select(['c.document_uid', 'c.version', 'd.uid', 'd.name'])
    .where('c.document_uid', 'in', uids)
    .orderBy(inOrder('d.name_folded'))
    .execute();
  const counting = (of: 'training_version' | 'effective_version', those: readonly Row[]) =>
    trainingCounts(
      db,
      those.filter((row) => row[of] !== null).map(({ uid }) => uid),
      of,
    );
  // People who see only the version in force do not see the training rate of a scheduled one.
  const seesInForce = (row: Row) => only !== null && only.get(row.uid) !== row.training_version;
  const counts = new Map([
    ...(await counting(
      'training_version',
      rows.filter((row) => !seesInForce(row)),
    )),
    ...(await counting('effective_version', rows.filter(seesInForce))),
  ]);
  const people = [...rows.map((row) => row.owner_uid), ...approvals.map(({ user_uid: user }) => user)];
  const prepared = insider ? await readPreparedOf(db, rows, now) : null;
  const profiles = await readProfiles(db, { viewer, now }, people);
  const profile = (uid: string): Profile => {
    const found = profiles.get(uid);
    if (!found) throw new Error(`The document's person ${uid} is not in the organisation.`);
    return found;
  };
  const [approvalsOf, departmentsOf] = [byVersion(approvals), byVersion(departments)];
  return shown.map(({ row, history }) => ({
    row,
    org: viewer.org,
    owner: profile(row.owner_uid),
    approvals: (approvalsOf.get(`${row.uid} ${row.version}`) ?? []).map((line) => ({
      uid: line.uid,
      status: line.status,
      user: profile(line.user_uid),
    })),
    departments: (departmentsOf.get(`${row.uid} ${(insider ? row.training_version : null) ?? row.version}`) ?? []).map(
      ({ uid, name }) => ({ uid, name }),
    ),
    history,
    trainingRate: counts.get(row.uid)?.rate ?? null,
    insider,
    prepared: prepared?.get(row.uid) ?? null,
  }));
}

/** One document with everything that belongs to it, and its stream's version at the same ledger position. */
export const getWholeDocument = query({
  name: 'document.whole',
  input: z.object({ document: z.uuid() }),
  permission: 'document.view_effective',
  async run({ document }, { db, viewer, now }) {
    const row = await db.selectFrom('read.document').selectAll().where('uid', '=', document).executeTakeFirst();
    const [whole] = row ? await complete({ db, viewer, now }, [row]) : [];
    if (!whole) return refuse('not_found');
    return ok({ ...whole, streamVersion: await readStreamVersion(db, streams.document(document)) });
  },
});

type Documents = SelectQueryBuilder<Database, 'read.document', Row>;

/** One part of a list by name, and the cursor of the next. */
async function readPart(
  { db, viewer, now }: QueryContext,
  chosen: Documents,
  { q, from, limit }: { q: string; from: Cursor | null; limit: number | undefined },
): Promise<{ documents: WholeDocument[]; next: string | null }> {
  // By the name that the viewer sees: a revision in progress may have another.
  const after = roleMay(viewer.role, 'document.view_working')
    ? sql<string>`read.document.name_folded`
    : sql<string>`(
        select v.name_folded from ${ownRows('read.document_version')} v
        where v.document_uid = read.document.uid and v.version = ${versionFor(viewer)})`;
  const listed = db
    .selectFrom(chosen.select(after.as('after')).as('d'))
    .selectAll()
    .where('after', 'is not', null)
    .where(namedOrNumbered('read.document', q, sql.ref('after')));
  const rest = from
    ? listed.where((eb) => eb(eb.refTuple('after', 'uid'), '>', eb.tuple(from.after, from.uid)))
    : listed;
  const found = await rest
    .orderBy('after')
    .orderBy('uid')
    .$if(limit !== undefined, (rows) => rows.limit((limit ?? 0) + 1))
    .execute();
  const { part, next } = partOf(found, limit, ({ after: key, uid }) => ({ after: key ?? '', uid }));
  return { documents: await complete({ db, viewer, now }, part), next };
}

/**
 * The organisation's documents by name: all for authors and admins (retired ones for admins and their owner), those in
 * force for everybody.
 */
export const listWholeDocuments = query({
  name: 'document.list_whole',
  input: z.object({ org: z.string(), effective: z.boolean(), q: searchWords.default(''), ...partInput }),
  permission: 'document.list_effective',
  async run({ org, effective, q, limit, cursor }, context) {
    const { db, viewer } = context;
    if (org !== viewer.org) return refuse('not_found');
    if (!effective && !roleMay(viewer.role, 'document.list_all')) return refuse('not_allowed');
    const at = readCursor(cursor);
    if (!at.ok) return at;
    let documents = db.selectFrom('read.document').selectAll();
    if (effective) documents = documents.where('effective_version', 'is not', null);
    else if (!roleMay(viewer.role, 'document.list_retired'))
      documents = documents.where((eb) => eb.or([eb('status', '<>', 'RETIRED'), eb('owner_uid', '=', viewer.uid)]));
    return ok(await readPart(context, documents, { q, from: at.value, limit }));
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
  async run({ user, approval, q, limit, cursor }, context) {
    const { db, viewer } = context;
    const person = await db.selectFrom('read.user_account').select('uid').where('uid', '=', user).executeTakeFirst();
    if (!person) return refuse('not_found');
    if (user !== viewer.uid && !roleMay(viewer.role, 'team.view')) return refuse('not_allowed');
    const at = readCursor(cursor);
    if (!at.ok) return at;
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
    return ok(await readPart(context, chosen, { q, from: at.value, limit }));
  },
});
