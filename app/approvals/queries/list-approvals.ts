import { sql } from 'kysely';
import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Instant } from '#events/time.ts';
import { decisionOf, placeOf, type ApprovalPlace, type Decision } from '#app/approval-routes/queries/decision.ts';
import { byMoment, byText, partInput, sortedPart, sortInput } from '#app/kit/query/cursor.ts';
import { filtersExist, isInDepartment, recordFilters } from '#app/kit/query/filters.ts';
import { query } from '#app/kit/query/query.ts';
import { namedColumns, namedVersion, type NamedVersion } from '#app/kit/query/signature.ts';
import { readProfiles, type Profile } from '#app/kit/people/profile.ts';
import type { ApprovalStatus } from '#projections/statuses.ts';

/** An approval with its approver and its version. */
export interface ListedApproval {
  uid: string;
  user: Profile;
  of: NamedVersion;
  status: ApprovalStatus;
  requestedAt: Instant;
  cancelledAt: Instant | null;
  changedAt: Instant;
  decision: Decision | null;
  place: ApprovalPlace;
}

export const approvalStatuses = ['WAITING', 'OPEN', 'APPROVED', 'REJECTED', 'CANCELLED'] as const;
export const approvalSorts = sortInput('requested', 'changed', 'user', 'document');

const changed = sql<string>`greatest(a.requested_at, a.signed_at, a.cancelled_at)`;

const keys = {
  requested: byMoment(sql`a.requested_at`),
  changed: byMoment(changed),
  user: byText(sql`u.full_name_folded`),
  document: byText(sql`v.name_folded`),
};

/**
 * The approvals of the organisation, filtered and in an order: for authors and admins those of the documents that they
 * see listed, for everybody else one's own.
 */
export const listApprovals = query({
  name: 'approval.list_filtered',
  input: z.object({
    org: z.string(),
    ...recordFilters,
    status: z.enum(approvalStatuses).optional(),
    sort: approvalSorts.default('requested'),
    ...partInput,
  }),
  permission: 'document.view_effective',
  async run({ org, department, document, status, changedSince, sort, limit, cursor, ...input }, context) {
    const { db, viewer, now } = context;
    if (org !== viewer.org) return refuse('not_found');
    const all = roleMay(viewer.role, 'document.list_all');
    const user = all ? input.user : viewer.uid;
    if (!all && input.user !== undefined && input.user !== viewer.uid) return refuse('not_allowed');
    const named = await filtersExist(db, { user, department, document });
    if (!named.ok) return named;
    const part = sortedPart(sort, keys, { usual: 'requested', uid: sql`a.uid`, cursor });
    if (!part.ok) return part;
    const { by, after, read } = part.value;
    let rows = db
      .selectFrom('read.approval as a')
      .innerJoin('read.document as d', 'd.uid', 'a.document_uid')
      .innerJoin('read.document_version as v', (join) =>
        join.onRef('v.document_uid', '=', 'a.document_uid').onRef('v.version', '=', 'a.version'),
      )
      .innerJoin('read.user_account as u', 'u.uid', 'a.user_uid')
      .select(namedColumns)
      .select(['a.uid', 'a.user_uid', 'a.status', 'a.requested_at', 'a.cancelled_at'])
      .select(['a.step', 'a.function_name', 'a.signer_uid', 'a.signer_name'])
      .select(['a.meaning', 'a.reason', 'a.sha256', 'a.signed_at', 'a.signed_with', 'a.comparison'])
      .select([by.as('after'), changed.as('changed_at')])
      .where(after);
    if (all && !roleMay(viewer.role, 'document.list_retired'))
      rows = rows.where((eb) =>
        eb.or([eb('d.status', '<>', 'RETIRED'), eb('d.owner_uid', '=', viewer.uid), eb('a.user_uid', '=', viewer.uid)]),
      );
    if (user !== undefined) rows = rows.where('a.user_uid', '=', user);
    if (document !== undefined) rows = rows.where('a.document_uid', '=', document);
    if (department !== undefined) rows = rows.where(isInDepartment('a.user_uid', department));
    if (status !== undefined) rows = rows.where('a.status', '=', status);
    if (changedSince !== undefined) rows = rows.where(sql<boolean>`${changed} >= ${changedSince}`);
    const { part: shown, next } = await read(rows, limit);
    const people = await readProfiles(
      db,
      { viewer, now },
      shown.map((row) => row.user_uid),
    );
    const approvals = shown.flatMap((row): ListedApproval[] => {
      const person = people.get(row.user_uid);
      return person
        ? [
            {
              uid: row.uid,
              user: person,
              of: namedVersion(row),
              status: row.status,
              requestedAt: row.requested_at,
              cancelledAt: row.cancelled_at,
              changedAt: row.changed_at,
              decision: decisionOf(row),
              place: placeOf(row),
            },
          ]
        : [];
    });
    return ok({ approvals, next });
  },
});
