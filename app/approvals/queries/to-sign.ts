import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { VersionChange } from '#events/document/change.ts';
import type { StoredFile } from '#events/document/events.ts';
import type { DocumentType } from '#events/document/events.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { SignatureMeaning } from '#events/signature-meaning.ts';
import type { Instant } from '#events/time.ts';
import type { DocumentStatus } from '#projections/statuses.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { readAbsentOnes } from '#app/approval-routes/queries/absent-ones.ts';
import { isLastOfStep } from '#app/approval-routes/queries/last-of-step.ts';
import { readSteps, type StepLine } from '#app/approval-routes/queries/steps.ts';
import { readOpenedPdf, type OpenedPdf } from '#app/documents/queries/opened-pdf.ts';
import { readSinceSigned, type SinceSigned } from '#app/comparison/queries/since-signed.ts';
import { deputyName } from '#app/approval-routes/queries/decision.ts';
import { query } from '#app/kit/query/query.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** An approver of the version. */
export interface ApproverLine {
  uid: string;
  user: string;
  name: string;
  status: 'WAITING' | 'OPEN' | 'APPROVED' | 'REJECTED';
  signedAt: Instant | null;
  /** When it was opened for the person. */
  requestedAt: Instant;
  /** The number of the step of its route, from 1, and the function that the person was asked for. */
  step: number | null;
  held: string | null;
  /** The deputy who signed. */
  signer: string | null;
  /** Of the signature. */
  meaning: SignatureMeaning | null;
}

/** The version that the viewer is asked to approve. */
export interface ApprovalToSign {
  document: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  version: string;
  name: string;
  status: DocumentStatus;
  owner: string;
  submittedAt: Instant;
  file: StoredFile;
  /** What the version changes and why; null where nobody said so. */
  change: VersionChange | null;
  /** The viewer's own approval, or that of the person whom the viewer stands in for. */
  approval: ApproverLine;
  /** Whom the viewer stands in for, until when; null where the approval is the viewer's own. */
  standsInFor: { name: string; until: string } | null;
  /** The steps of the version's route; none without one. */
  steps: StepLine[];
  /** Whether the viewer's signature completes its step. */
  completesStep: boolean;
  /** All approvers by name, without cancelled approvals. */
  approvers: ApproverLine[];
  opened: OpenedPdf | null;
  /** What the version is compared with for the viewer; null where there is nothing to compare with. */
  since: SinceSigned | null;
}

/**
 * What the viewer is asked to approve, by the document's uid. Refuses `not_found`, and `approval_not_yours` for anybody
 * who is not an approver of the current version or cannot sign.
 */
export const approvalToSign = query({
  name: 'approval.to_sign',
  input: z.object({ document: z.string().toLowerCase() }),
  permission: 'signed-in',
  async run({ document }, context): Promise<Result<ApprovalToSign>> {
    const { db, viewer } = context;
    if (!z.uuid().safeParse(document).success) return refuse('not_found');
    const row = await db
      .selectFrom('read.document as d')
      .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
      .leftJoin('read.document_version as v', (join) =>
        join.onRef('v.document_uid', '=', 'd.uid').onRef('v.version', '=', 'd.version'),
      )
      .select(['d.type', 'd.functional_area as functionalArea', 'd.doc_num as docNum', 'd.version', 'd.status'])
      .select([nameApart('o').as('owner'), 'v.name', 'v.submitted_at as submittedAt', 'v.final_file', 'v.signed_file'])
      .select('v.change')
      .where('d.uid', '=', document)
      .executeTakeFirst();
    if (!row) return refuse('not_found');
    const approvers = await readApprovers(db, document, row.version);
    const own = approvers.filter(({ user }) => user === viewer.uid);
    const absent = await readAbsentOnes(db, viewer.uid, todayOf(context));
    const stands = approvers.find(({ user, status }) => status === 'OPEN' && absent.has(user));
    const approval = own.find(({ status }) => status === 'OPEN') ?? stands ?? own[0];
    if (!approval || !row.final_file || !row.submittedAt) return refuse('approval_not_yours');
    // A person who became an Employee is refused before signing; admins see that another approver is needed.
    if (approval.status === 'OPEN' && !roleMay(viewer.role, 'approval.sign')) return refuse('approval_not_yours');
    const { final_file: file, signed_file: signed, submittedAt, ...named } = row;
    const opened = await readOpenedPdf(db, {
      document,
      version: row.version,
      user: viewer.uid,
      pdfs: [file, signed],
      since: approval.requestedAt,
    });
    const until = approval.user === viewer.uid ? undefined : absent.get(approval.user);
    const standsInFor = until === undefined ? null : { name: approval.name, until };
    const steps = await readSteps(db, document, row.version);
    return ok({
      ...named,
      document,
      name: row.name ?? '',
      submittedAt,
      file,
      approval,
      standsInFor,
      steps,
      completesStep: await isLastOfStep(db, document, approval, viewer.uid),
      approvers,
      opened,
      since: await readSinceSigned(db, { document, version: row.version, user: viewer.uid }),
    });
  },
});

async function readApprovers(db: Kysely<Database>, document: string, version: string): Promise<ApproverLine[]> {
  const rows = await db
    .selectFrom('read.approval as a')
    .innerJoin('read.user_account as p', 'p.uid', 'a.user_uid')
    .select(['a.uid', 'a.user_uid as user', nameApart('p', 'a.user_name').as('name')])
    .select([
      'a.status',
      'a.signed_at as signedAt',
      'a.requested_at as requestedAt',
      'a.step',
      'a.function_name as held',
    ])
    .select(['a.meaning', deputyName.as('signer')])
    .where('a.document_uid', '=', document)
    .where('a.version', '=', version)
    .where('a.status', '<>', 'CANCELLED')
    .orderBy(sql`read.folded(a.user_name)`)
    .execute();
  return rows as ApproverLine[];
}

/** The document of an approval's uid; null if there is none. */
export const documentOfApproval = query({
  name: 'approval.document',
  input: z.object({ approval: z.string() }),
  permission: 'signed-in',
  async run({ approval }, { db }): Promise<Result<string | null>> {
    if (!z.uuid().safeParse(approval).success) return ok(null);
    const row = await db
      .selectFrom('read.approval')
      .select('document_uid')
      .where('uid', '=', approval)
      .executeTakeFirst();
    return ok(row?.document_uid ?? null);
  },
});
