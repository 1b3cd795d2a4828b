import { sql } from 'kysely';
import { z } from 'zod';
import { ok, type Result } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { DocumentType } from '#events/document/events.ts';
import { query } from '#app/queries/query.ts';

interface Card {
  document: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  version: string;
  name: string;
  owner: string;
}

/** An approved document that awaits final approval. */
export interface FinalApprovalCard extends Card {
  /** ISO 8601 in UTC. */
  approvedAt: string | null;
  externallyEffective: boolean;
}

/** A version that awaits the viewer's signature; how many of its approvers have signed. */
export interface ApprovalCard extends Card {
  signed: number;
  asked: number;
}

/** A rejected document of the viewer's own. */
export interface RejectedCard extends Card {
  rejectedBy: string | null;
  reason: string | null;
}

/** A version in review that waits for somebody who cannot sign any more: it needs another approver. */
export interface StuckCard extends Card {
  approver: string;
}

const columns = [
  'd.uid as document',
  'd.type',
  'd.functional_area as functionalArea',
  'd.doc_num as docNum',
  'd.version',
  'd.name',
  'o.full_name as owner',
] as const;

/**
 * What waits for the viewer in the manage view: final approvals and approvers to replace (admins), approvals to sign, own documents
 * that were rejected.
 */
export const startHere = query({
  name: 'document.start_here',
  input: z.object({}),
  permission: 'document.list_all',
  async run(_, { db, viewer }) {
    const documents = db
      .selectFrom('read.document as d')
      .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
      .select(columns);
    const finalApprovals: FinalApprovalCard[] = roleMay(viewer.role, 'document.list_awaiting_final_approval')
      ? await documents
          .select(['d.approved_at as approvedAt', 'd.externally_effective as externallyEffective'])
          .where('d.status', '=', 'APPROVED')
          .orderBy('d.approved_at')
          .execute()
      : [];
    const approvals = await documents
      .innerJoin('read.approval as a', (join) =>
        join.onRef('a.document_uid', '=', 'd.uid').onRef('a.version', '=', 'd.version'),
      )
      .select((eb) => [
        eb
          .selectFrom('read.approval as b')
          .whereRef('b.document_uid', '=', 'd.uid')
          .whereRef('b.version', '=', 'd.version')
          .where('b.status', '=', 'APPROVED')
          .select(sql<number>`count(*)::integer`.as('signed'))
          .as('signed'),
        eb
          .selectFrom('read.approval as b')
          .whereRef('b.document_uid', '=', 'd.uid')
          .whereRef('b.version', '=', 'd.version')
          .where('b.status', '<>', 'CANCELLED')
          .select(sql<number>`count(*)::integer`.as('asked'))
          .as('asked'),
      ])
      .where('a.user_uid', '=', viewer.uid)
      .where('a.status', '=', 'OPEN')
      .where('d.status', '=', 'IN_REVIEW')
      .orderBy('a.requested_at')
      .execute();
    const rejected: RejectedCard[] = await documents
      .leftJoin('read.approval as a', (join) =>
        join.onRef('a.document_uid', '=', 'd.uid').onRef('a.version', '=', 'd.version').on('a.status', '=', 'REJECTED'),
      )
      .select(['a.signer_name as rejectedBy', 'a.reason'])
      .where('d.status', '=', 'REJECTED')
      .where('d.owner_uid', '=', viewer.uid)
      .orderBy('a.signed_at')
      .execute();
    const stuck: StuckCard[] = roleMay(viewer.role, 'document.manage_any')
      ? await documents
          .innerJoin('read.approval as a', (join) =>
            join.onRef('a.document_uid', '=', 'd.uid').onRef('a.version', '=', 'd.version'),
          )
          .innerJoin('read.user_account as p', 'p.uid', 'a.user_uid')
          .select('p.full_name as approver')
          .where('a.status', '=', 'OPEN')
          .where('d.status', '=', 'IN_REVIEW')
          .where('p.status', '=', 'INACTIVE')
          .orderBy('a.requested_at')
          .execute()
      : [];
    return ok({
      finalApprovals,
      stuck,
      approvals: approvals.map((card): ApprovalCard => ({ ...card, signed: card.signed ?? 0, asked: card.asked ?? 0 })),
      rejected,
    });
  },
});

export interface TabCounts {
  /** Training records to sign. */
  training: number;
  /** Documents that need the viewer's attention; null for those who have no manage view. */
  manage: number | null;
}

/** The notification counts of the home page's tabs. */
export const tabCounts = query({
  name: 'document.tab_counts',
  input: z.object({}),
  permission: 'signed-in',
  async run(_, { db, viewer }): Promise<Result<TabCounts>> {
    const training = await db
      .selectFrom('read.training_record')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('user_uid', '=', viewer.uid)
      .where('status', '=', 'OPEN')
      .executeTakeFirstOrThrow();
    if (!roleMay(viewer.role, 'document.list_all')) return ok({ training: Number(training.count), manage: null });
    const final = roleMay(viewer.role, 'document.list_awaiting_final_approval')
      ? await db
          .selectFrom('read.document')
          .select((eb) => eb.fn.countAll<string>().as('count'))
          .where('status', '=', 'APPROVED')
          .executeTakeFirstOrThrow()
      : { count: '0' };
    const mine = await db
      .selectFrom('read.approval as a')
      .innerJoin('read.document as d', (join) =>
        join.onRef('d.uid', '=', 'a.document_uid').onRef('d.version', '=', 'a.version'),
      )
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('a.user_uid', '=', viewer.uid)
      .where('a.status', '=', 'OPEN')
      .where('d.status', '=', 'IN_REVIEW')
      .executeTakeFirstOrThrow();
    return ok({ training: Number(training.count), manage: Number(final.count) + Number(mine.count) });
  },
});
