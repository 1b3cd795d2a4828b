import type { z } from 'zod';
import { approval, toApproval } from '#app/documents/calls/document-entity.ts';
import { moment, toMoment, toMomentOrNull } from '#app/kit/call/moment.ts';
import { toVersionReference, versionReference } from '#app/kit/call/version-reference.ts';
import type { ListedApproval } from '#app/approvals/queries/list-approvals.ts';

export const listedApproval = approval
  .extend({
    doc: versionReference.describe('The document in the version to approve.'),
    requestedDate: moment,
    cancelledDate: moment.nullable(),
    changedDate: moment.describe('When it was requested, decided or cancelled.'),
  })
  .meta({ id: 'ListedApproval' });

export const toListedApproval = (listed: ListedApproval): z.infer<typeof listedApproval> => ({
  ...toApproval(listed, listed.of.document),
  doc: toVersionReference(listed.of),
  requestedDate: toMoment(listed.requestedAt),
  cancelledDate: toMomentOrNull(listed.cancelledAt),
  changedDate: toMoment(listed.changedAt),
});
