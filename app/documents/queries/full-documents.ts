import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import { streams } from '#events/streams.ts';
import type { ApprovalStatus } from '#projections/statuses.ts';
import type { ReadDocument } from '#projections/tables.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import {
  decisionOf,
  placeColumns,
  placeOf,
  type ApprovalPlace,
  type Decision,
} from '#app/approval-routes/queries/decision.ts';
import { readStepsOf, type StepLine } from '#app/approval-routes/queries/steps.ts';
import { inOrder } from '#app/kit/query/in-order.ts';
import { trainingCounts } from '#app/documents/queries/training-rate.ts';
import { readVersionsOf, wasApproved, type VersionLine } from '#app/documents/queries/version-history.ts';
import { groupBy } from '#app/kit/query/group-by.ts';
import { preparerOf, readPreparedOf, type Prepared } from '#app/documents/queries/prepared-changes.ts';
import { query, type QueryContext } from '#app/kit/query/query.ts';
import { readStreamVersion } from '#app/kit/query/stream.ts';
import { readProfiles, type Profile } from '#app/kit/people/profile.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

export interface WholeApproval {
  uid: string;
  status: ApprovalStatus;
  user: Profile;
  decision: Decision | null;
  place: ApprovalPlace;
}

/** A document with everything that belongs to it; for employees only the version that they may see. */
export interface WholeDocument {
  row: Selectable<ReadDocument>;
  org: string;
  owner: Profile;
  /** Of the version in `row`. */
  approvals: WholeApproval[];
  /** Of the version that training counts for, if the viewer may see it. */
  departments: Named[];
  /** The zone that the effective date of the version in `row` was chosen in. */
  effectiveZone: string | null;
  /** The route of the version in `row` with what became of its steps; null without one. */
  route: (NonNullable<VersionLine['route']> & { steps: StepLine[] }) | null;
  /** Versions that were ever approved, newest first. */
  history: VersionLine[];
  /** Percent; null if no version counts. */
  trainingRate: number | null;
  /** Whether the viewer may have working files. */
  insider: boolean;
  /** What calls have prepared for the next version or the publication; only for insiders. */
  prepared: Prepared | null;
}

type Row = Selectable<ReadDocument>;

/** The version that employees see: the one in force, else the scheduled one if they train on it; null: none. */
export const versionFor = ({ uid }: Viewer) => sql<string | null>`
  coalesce(
    read.document.effective_version,
    case when read.document.status = 'PENDING' and exists (
         select from ${ownRows('read.training_record')} t
         where t.document_uid = read.document.uid and t.version = read.document.version
           and t.user_uid = ${uid} and t.status <> 'CANCELLED')
       then read.document.version end)`;

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
    change: version.change,
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

export async function completeDocuments(
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
    if (!only) return [{ row, history: history.filter(wasApproved) }];
    const version = history.find((line) => line.version === only.get(row.uid));
    return version ? [{ row: narrowed(row, version), history: [version] }] : [];
  });
  const approvals = await db
    .selectFrom('read.approval')
    .select(['uid', 'document_uid', 'version', 'user_uid', 'status'])
    .select(placeColumns)
    .select(['meaning', 'reason', 'sha256', 'signed_at', 'signed_with', 'comparison'])
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
  const steps = await readStepsOf(db, uids);
  const routeOf = ({ uid, version }: Row) => {
    const route = histories.get(uid)?.find((line) => line.version === version)?.route;
    return route ? { ...route, steps: steps.get(`${uid} ${version}`) ?? [] } : null;
  };
  const people = [...rows.map((row) => row.owner_uid), ...approvals.map(({ user_uid: user }) => user)];
  const prepared = insider ? await readPreparedOf(db, rows, { now, viewer: preparerOf(viewer) }) : null;
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
      decision: decisionOf(line),
      place: placeOf(line),
    })),
    departments: (departmentsOf.get(`${row.uid} ${(insider ? row.training_version : null) ?? row.version}`) ?? []).map(
      ({ uid, name }) => ({ uid, name }),
    ),
    effectiveZone: histories.get(row.uid)?.find(({ version }) => version === row.version)?.effectiveZone ?? null,
    route: routeOf(row),
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
    const [whole] = row ? await completeDocuments({ db, viewer, now }, [row]) : [];
    if (!whole) return refuse('not_found');
    return ok({ ...whole, streamVersion: await readStreamVersion(db, streams.document(document)) });
  },
});
