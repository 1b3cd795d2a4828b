import type { TransferOwnership } from '#events/document/commands.ts';
import { notManaging, outOfSequence, record, type Ruling } from '#events/document/decide/guards.ts';
import { ownerAlone } from '#events/document/decide/separation.ts';
import { standingApprovals, type Document } from '#events/document/state.ts';
import { refuse } from '#events/failures.ts';
import { mayOwn } from '#events/permissions.ts';
import { commentProblem } from '#events/reason.ts';

/** Another person owns the document. The present owner as the new one changes nothing. */
export function transferOwnership(
  { principal, owner, reason, separates = false }: TransferOwnership,
  document: Document,
): Ruling {
  const refusal = notManaging(document, principal) ?? outOfSequence('TransferOwnership', document);
  if (refusal) return refusal;
  if (owner.user === document.owner.uid) return record();
  if (!mayOwn(owner)) {
    const detail = `${owner.name} cannot own a document: owners are active authors and admins.`;
    return refuse('owner_not_eligible', { detail, fields: { owner: [detail] } });
  }
  const { current, status } = document;
  // From the publication on the version was approved by others than the owner of that time.
  if (status === 'IN_REVIEW' || status === 'APPROVED') {
    const owned = { ...current, makers: [owner.user] };
    const alone = ownerAlone(owned, standingApprovals(current), separates);
    if (alone) return alone;
  }
  const problem = commentProblem(reason);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  return record({
    type: 'OwnershipTransferred',
    data: {
      document: document.uid,
      version: current.version,
      from: document.owner,
      to: { uid: owner.user, name: owner.name },
      reason: reason?.trim() || null,
    },
  });
}
