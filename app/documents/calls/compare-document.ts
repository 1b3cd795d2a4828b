import type { z } from 'zod';
import { documentAnswer } from '#app/documents/calls/document-answer.ts';
import { documentChanges, type DocumentBody } from '#app/documents/calls/document-body.ts';
import type { approval, document } from '#app/documents/calls/document-entity.ts';
import { preparerOf } from '#app/documents/queries/prepared-changes.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import type { Call } from '#app/kit/call/endpoint.ts';
import { isSame, readEarlier, uidIn, type Passes } from '#app/kit/call/fixed-fields.ts';

/** Whether the body begins or continues a revision of what is there. */
const isRevision: Passes = (_sent, _there, { body, there }) =>
  there.status !== 'CREATED' &&
  (body.version !== there.version ||
    ['fileWordObjectKey', 'filePdfObjectKey'].some((key) => body[key] !== undefined && !isSame(body[key], there[key])));

const asksReview: Passes = (sent, there, sides) =>
  sides.body.status === 'IN_REVIEW' && (sides.there.status === 'CREATED' || isRevision(sent, there, sides));

const declares = ({ status, externallyEffective }: Readonly<Record<string, unknown>>): boolean =>
  status === 'APPROVED' && externallyEffective === true;

/**
 * An approval that is there may have been open when the client read it. One that is missing was cancelled or leaves.
 */
const knownApprovals: Passes = (sent, _there, { there }) => {
  const { approvals, prepared } = there as z.infer<typeof document>;
  if (!Array.isArray(sent)) return false;
  const known = sent.every((one: z.infer<typeof approval> | string) =>
    approvals.some(
      ({ uid, status, user }) =>
        typeof one !== 'string' &&
        uid === uidIn(one) &&
        (one.status === status || one.status === 'OPEN') &&
        isSame(one.user ?? user, user),
    ),
  );
  const missing = approvals.filter(({ uid }) => !sent.some((one) => uidIn(one) === uid));
  const gone = missing.every(
    ({ status, user }) => status === 'CANCELLED' || prepared?.leavingApprovers.includes(user.uid),
  );
  return known && gone;
};

/** What passes beside equal values: a wanted status, and what others may have changed since the client read. */
const documentPasses: Readonly<Record<string, Passes>> = {
  status: (sent, there, sides) => asksReview(sent, there, sides) || (there === 'CREATED' && declares(sides.body)),
  approved: (sent, there, sides) =>
    sent === true ? sides.there.status === 'CREATED' && declares(sides.body) : asksReview(sent, there, sides),
  effective: (sent, there, sides) => sent === false && asksReview(sent, there, sides),
  approvals: knownApprovals,
  revisedDate: readEarlier,
  // People sign meanwhile: a copy that was read before has a lower one.
  trainingRate: readEarlier,
  prepared: () => true,
  // They follow from what the call changes.
  fileWord: () => true,
  filePdf: () => true,
  effectiveOn: () => true,
};

/** A PUT's body is compared with the document as a GET answers it. */
export const comparesDocument = {
  changes: documentChanges,
  passes: documentPasses,
  there: async ({ params, ...call }: Call<{ uid: string }, unknown, unknown, Viewer>) => {
    const answer = await documentAnswer(params.uid, call);
    const { prepared } = answer.data;
    // What somebody else prepared is no part of this caller's act.
    return prepared?.preparedBy === preparerOf(call.viewer)
      ? answer
      : { ...answer, data: { ...answer.data, prepared: null } };
  },
};

/** The same for a revision. One that is in review already may be sent again, after a lost answer. */
export const comparesRevision = {
  ...comparesDocument,
  passes: { ...documentPasses, status: (sent) => sent === 'IN_REVIEW' } satisfies Readonly<Record<string, Passes>>,
  there: async (call: Call<{ uid: string }, unknown, DocumentBody | undefined, Viewer>) => {
    const answer = await comparesDocument.there(call);
    const { status, version } = answer.data;
    const isRepeated = status === 'IN_REVIEW' && call.body?.version === version;
    return isRepeated ? { ...answer, data: { ...answer.data, ...call.body } } : answer;
  },
};
