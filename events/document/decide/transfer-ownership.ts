import type { TransferOwnership } from '#events/document/commands.ts';
import { notManaging, outOfSequence, record, type Ruling } from '#events/document/decide/guards.ts';
import type { Document } from '#events/document/state.ts';
import { refuse } from '#events/failures.ts';
import { mayOwn } from '#events/permissions.ts';
import { commentProblem } from '#events/reason.ts';

/** Another person owns the document. The present owner as the new one changes nothing. */
export function transferOwnership({ principal, owner, reason }: TransferOwnership, document: Document): Ruling {
  const refusal = notManaging(document, principal) ?? outOfSequence('TransferOwnership', document);
  if (refusal) return refusal;
  if (owner.user === document.owner.uid) return record();
  if (!mayOwn(owner)) {
    const detail = `${owner.name} cannot own a document: owners are active authors and admins.`;
    return refuse('owner_not_eligible', { detail, fields: { owner: [detail] } });
  }
  const problem = commentProblem(reason);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  return record({
    type: 'OwnershipTransferred',
    data: {
      document: document.uid,
      version: document.current.version,
      from: document.owner,
      to: { uid: owner.user, name: owner.name },
      reason: reason?.trim() || null,
    },
  });
}
