import { z } from 'zod';
import type { ApprovalStatus } from '#events/document/approval.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import { query } from '#app/kit/query/query.ts';
import type { Role, UserStatus } from '#events/user/events.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** An approval whose approver may be replaced, with that person's status. */
export interface ApprovalToReplace {
  uid: string;
  user: string;
  version: string;
  status: ApprovalStatus;
  requestedAt: Instant;
  approver: { name: string; role: Role; status: UserStatus };
}

/** An approval of a document by its uid, whatever its status. Refuses `not_found`. */
export const approvalToReplace = query({
  name: 'approval.to_replace',
  input: z.object({ document: z.string().toLowerCase(), approval: z.string() }),
  permission: 'document.manage_any',
  async run({ document, approval }, { db }): Promise<Result<ApprovalToReplace>> {
    if (![document, approval].every((uid) => z.uuid().safeParse(uid).success)) return refuse('not_found');
    const row = await db
      .selectFrom('read.approval as a')
      .innerJoin('read.user_account as u', 'u.uid', 'a.user_uid')
      .select([
        'a.uid',
        'a.user_uid as user',
        'a.version',
        'a.status',
        'a.requested_at',
        nameApart('u').as('full_name'),
        'u.role',
        'u.status as standing',
      ])
      .where('a.uid', '=', approval)
      .where('a.document_uid', '=', document)
      .executeTakeFirst();
    if (!row) return refuse('not_found');
    const { uid, user, version, status, requested_at: requestedAt, full_name: name, role, standing } = row;
    return ok({ uid, user, version, status, requestedAt, approver: { name, role, status: standing } });
  },
});
