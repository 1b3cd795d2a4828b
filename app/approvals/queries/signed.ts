import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { query } from '#app/kit/query/query.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';
import { namedColumns, namedVersion, signatureOf } from '#app/kit/query/signature.ts';

/** The viewer's latest signature on a document's approval, and what else awaits the viewer's approval, oldest first. */
export const signedApproval = query({
  name: 'approval.signed',
  input: z.object({ document: z.string().toLowerCase() }),
  permission: 'signed-in',
  async run({ document }, { db, viewer }) {
    if (!z.uuid().safeParse(document).success) return refuse('not_found');
    const approvals = db
      .selectFrom('read.approval as a')
      .innerJoin('read.document as d', 'd.uid', 'a.document_uid')
      .innerJoin('read.document_version as v', (join) =>
        join.onRef('v.document_uid', '=', 'a.document_uid').onRef('v.version', '=', 'a.version'),
      )
      .select(namedColumns);
    const row = await approvals
      .select(['a.signer_name', 'a.signed_name', 'a.meaning', 'a.reason', 'a.sha256', 'a.signed_at', 'a.signed_with'])
      .select('a.comparison')
      .innerJoin('read.user_account as p', 'p.uid', 'a.user_uid')
      .select((eb) =>
        eb.case().when('a.signer_uid', 'is not', null).then(nameApart('p', 'a.user_name')).end().as('for'),
      )
      .where('a.document_uid', '=', document)
      // A deputy sees their own signature, and the absent person none.
      .where((eb) => eb.fn.coalesce('a.signer_uid', 'a.user_uid'), '=', viewer.uid)
      .where('a.signed_at', 'is not', null)
      .orderBy('a.signed_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const signature = row && signatureOf(row);
    if (!row || !signature) return refuse('not_found');
    const open = await approvals
      .where('a.user_uid', '=', viewer.uid)
      .where('a.status', '=', 'OPEN')
      .where('d.status', '=', 'IN_REVIEW')
      .whereRef('a.version', '=', 'd.version')
      .orderBy('a.requested_at')
      .execute();
    return ok({ of: namedVersion(row), signature, for: row.for, next: open[0] ?? null, waiting: open.length });
  },
});
