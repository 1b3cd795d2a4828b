import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { DraftChange } from '#events/document/change.ts';
import type { DocumentType, StoredFile } from '#events/document/events.ts';
import { ok, refuse } from '#events/failures.ts';
import { controlsOf } from '#events/organisation/controls.ts';
import { streams } from '#events/streams.ts';
import { roleMay } from '#events/permissions.ts';
import type { SignatureMeaning } from '#events/signature-meaning.ts';
import type { Instant } from '#events/time.ts';
import type { ApprovalStatus, DocumentStatus } from '#projections/statuses.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { effectiveMoment } from '#app/documents/queries/version-history.ts';
import { unableOn, type Unable } from '#app/approval-routes/queries/unable.ts';
import { readStreamVersion } from '#app/kit/query/stream.ts';
import { readDraftPlan, type ChosenApprover } from '#app/documents/queries/draft-plan.ts';
import { nobodyAssigned, trainingCounts, type TrainingCount } from '#app/documents/queries/training-rate.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { mayManage } from '#app/kit/query/may-manage.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { query } from '#app/kit/query/query.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { deputyName } from '#app/approval-routes/queries/decision.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

export interface ApprovalLine {
  uid: string;
  user: string;
  name: string;
  status: ApprovalStatus;
  signedAt: Instant | null;
  reason: string | null;
  /** Of the signature. */
  meaning: SignatureMeaning | null;
  /** The deputy who signed. */
  signer: string | null;
  /** The number of the step of its route, from 1. */
  step: number | null;
  /** Why the approver cannot sign; null if they can. */
  unable: Unable | null;
}

/** A document as it is now. */
export interface DocumentRecord {
  uid: string;
  /** Its stream's version, which a form sends back as `expectedVersion`. */
  streamVersion: number;
  name: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  /** Of an imported document: the number that it had before. */
  formerNumber: string | null;
  version: string;
  status: DocumentStatus;
  owner: { uid: string; name: string };
  /** Also the owner, unless the ownership was transferred. */
  creator: { uid: string; name: string };
  /** Of a reinstated draft: the version that was retired; else null. */
  versionBefore: string | null;
  /** An exception from the separation of duties covers the version that is not published yet, or the next one. */
  separationWaived: boolean;
  externallyEffective: boolean;
  effectiveVersion: string | null;
  /** Of the current version, in days. */
  trainingInterval: number;
  reviewInterval: number;
  /** Days, of the version in force: a revision's intervals count only once it is in force. */
  inForce: { trainingInterval: number; reviewInterval: number };
  createdAt: Instant;
  revisedAt: Instant;
  reviewedAt: Instant | null;
  approvedAt: Instant | null;
  publishedAt: Instant | null;
  effectiveAt: Instant | null;
  /** The IANA zone that the effective date was chosen in. */
  effectiveZone: string | null;
  latestEffectiveAt: Instant | null;
  retiredAt: Instant | null;
  retiredReason: string | null;
  /** What the current version changes and why; of a draft as far as it is written. */
  change: DraftChange | null;
  files: { working: StoredFile | null; final: StoredFile | null };
  /** Files for the next revision, attached after a rejection. */
  revisionFiles: { working: StoredFile | null; final: StoredFile | null };
  /** Of the current version, without cancelled ones. */
  approvals: ApprovalLine[];
  /**
   * A draft's chosen approvers, then everybody whom the current version was sent to and who was not removed.
   */
  asked: ChosenApprover[];
  /** Of a draft: why it is already effective; empty if not given. */
  declarationReason: string;
  /** Uids of the departments of the version that training counts for. */
  departments: string[];
  trainingWaived: boolean;
  training: TrainingCount;
}

/** Reads a document for its pages; null if the organisation has none with this uid. */
export async function readDocument(db: Kysely<Database>, uid: string, today: string): Promise<DocumentRecord | null> {
  // Concurrent queries: each finds its version by itself.
  const versionOf = (which: RawBuilder<string>) =>
    db.selectFrom('read.document').select(which.as('version')).where('uid', '=', uid);
  const [row, streamVersion, requests, departments, counts] = await Promise.all([
    db
      .selectFrom('read.document as d')
      .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
      .innerJoin('read.user_account as c', 'c.uid', 'd.creator_uid')
      .leftJoin('read.document_version as v', (join) =>
        join.onRef('v.document_uid', '=', 'd.uid').onRef('v.version', '=', 'd.training_version'),
      )
      .selectAll('d')
      .select([
        nameApart('o').as('owner_name'),
        nameApart('c').as('creator_name'),
        'v.training_waived',
        'v.effective_zone',
      ])
      .select((eb) =>
        eb
          .selectFrom('read.document_version as b')
          .whereRef('b.document_uid', '=', 'd.uid')
          .whereRef('d.status', '=', sql`'CREATED'`)
          .select('b.version')
          .orderBy('b.version_order', 'desc')
          .limit(1)
          .as('version_before'),
      )
      .select(
        sql<boolean>`exists (
          select from ${ownRows('read.separation_waiver')} w
          where w.document_uid = d.uid and w.version = d.version
            and w.covers = case when d.status in ('CREATED', 'IN_REVIEW', 'APPROVED') then 'this' else 'next' end
          union all
          select from ${ownRows('read.separation_waiver')} w, lateral (
            select b.version from ${ownRows('read.document_version')} b
            where b.document_uid = d.uid and b.version <> d.version order by b.version_order desc limit 1
          ) p
          where d.status in ('IN_REVIEW', 'APPROVED') and w.document_uid = d.uid and w.version = p.version
            and w.covers = 'next')`.as('separation_waived'),
      )
      .where('d.uid', '=', uid)
      .executeTakeFirst(),
    readStreamVersion(db, streams.document(uid)),
    db
      .selectFrom('read.approval as a')
      .innerJoin('read.user_account as p', 'p.uid', 'a.user_uid')
      .select([
        'a.uid',
        'a.user_uid as user',
        nameApart('p', 'a.user_name').as('name'),
        'a.status',
        'a.signed_at as signedAt',
        'a.reason',
        'a.meaning',
        'a.step',
      ])
      .select([deputyName.as('signer'), unableOn(today).as('unable')])
      .where('a.document_uid', '=', uid)
      .where('a.version', '=', versionOf(sql`version`))
      .where((eb) => eb.or([eb('a.status', '<>', 'CANCELLED'), eb('a.cancelled_because', '=', 'rejected')]))
      .orderBy(sql`read.folded(a.user_name)`)
      .orderBy('a.requested_at')
      .orderBy('a.uid')
      .execute(),
    db
      .selectFrom('read.document_department')
      .select('department_uid')
      .where('document_uid', '=', uid)
      .where('version', '=', versionOf(sql`coalesce(training_version, version)`))
      .orderBy('department_uid')
      .execute(),
    trainingCounts(db, [uid]),
  ]);
  if (!row) return null;
  const plan = row.status === 'CREATED' ? await readDraftPlan(db, uid) : null;
  return {
    uid,
    streamVersion,
    name: row.name,
    type: row.type,
    functionalArea: row.functional_area,
    docNum: row.doc_num,
    formerNumber: row.former_number,
    version: row.version,
    status: row.status,
    owner: { uid: row.owner_uid, name: row.owner_name },
    creator: { uid: row.creator_uid, name: row.creator_name },
    versionBefore: row.version_before,
    separationWaived: row.separation_waived,
    externallyEffective: row.externally_effective,
    effectiveVersion: row.effective_version,
    trainingInterval: row.training_interval,
    reviewInterval: row.review_interval,
    inForce: {
      trainingInterval: row.effective_training_interval ?? row.training_interval,
      reviewInterval: row.effective_review_interval ?? row.review_interval,
    },
    createdAt: row.created_at,
    revisedAt: row.revised_at,
    reviewedAt: row.reviewed_at,
    approvedAt: row.approved_at,
    publishedAt: row.published_at,
    effectiveAt: effectiveMoment(row),
    effectiveZone: row.effective_zone,
    latestEffectiveAt: row.latest_effective_at,
    retiredAt: row.retired_at,
    retiredReason: row.retired_reason,
    change: row.change,
    files: { working: row.working_file, final: row.final_file },
    revisionFiles: { working: row.revision_working_file, final: row.revision_final_file },
    approvals: requests.filter(({ status }) => status !== 'CANCELLED'),
    asked: plan?.approvers ?? requests.map(({ user, step }) => ({ user, step })),
    declarationReason: plan?.declarationReason ?? '',
    departments: departments.map((department) => department.department_uid),
    trainingWaived: row.training_waived ?? false,
    training: counts.get(uid) ?? nobodyAssigned,
  };
}

type ExceptedRecord = Pick<DocumentRecord, 'status' | 'separationWaived' | 'owner' | 'approvals'>;

/** Whether the person may record an exception from the separation of duties, and there is one to record. */
export const mayExcept = ({ status, separationWaived, owner, approvals }: ExceptedRecord, viewer: Viewer): boolean =>
  roleMay(viewer.role, 'document.waive_separation') &&
  controlsOf(viewer.settings).separationOfDuties &&
  status !== 'RETIRED' &&
  !separationWaived &&
  owner.uid !== viewer.uid &&
  (status === 'PENDING' || status === 'EFFECTIVE' || !approvals.some(({ user }) => user === viewer.uid));

/** A document with its work in progress, for authors and admins. */
export const getDocument = query({
  name: 'document.get',
  input: z.object({ document: z.string().toLowerCase() }),
  permission: 'document.view_working',
  async run({ document }, context) {
    const { db, viewer } = context;
    const isUid = z.uuid().safeParse(document).success;
    const record = isUid ? await readDocument(db, document, todayOf(context)) : null;
    return record
      ? ok({ ...record, manages: mayManage(record, viewer), excepts: mayExcept(record, viewer) })
      : refuse('not_found');
  },
});
