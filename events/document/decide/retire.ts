import type { Discard, KeepSignedPdf, RecordReview, Retire } from '#events/document/commands.ts';
import { cancelled } from '#events/document/decide/cancelled.ts';
import {
  notManaging,
  notSystem,
  outOfSequence,
  trainingWhileScheduled,
  record,
  ruleOn,
} from '#events/document/decide/guards.ts';
import { isReinstated } from '#events/document/decide/reinstate.ts';
import { undecidedApprovals, versionOf } from '#events/document/state.ts';
import { refuse } from '#events/failures.ts';
import { may } from '#events/permissions.ts';
import { commentProblem, reasonProblem } from '#events/reason.ts';
import { texts } from '#events/texts.ts';

/** Takes the document out of use, for a reason. No version is in force afterwards. */
export const retire = ruleOn(({ principal, reason, trainingRate }: Retire, document) => {
  if (!may(principal, 'document.retire')) return refuse('retire_requires_admin', { detail: texts.retireRequiresAdmin });
  const refusal = outOfSequence('Retire', document);
  if (refusal) return refusal;
  const problem = reasonProblem(reason);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  const { uid, current, status, effectiveVersion } = document;
  return record(...cancelled(document, undecidedApprovals(current), 'retired'), {
    type: 'DocumentRetired',
    data: {
      document: uid,
      version: current.version,
      fromStatus: status,
      effectiveVersion,
      ...trainingWhileScheduled(document, trainingRate),
      reason: reason.trim(),
    },
  });
});

/** Drops a draft that was never sent for review. The ledger keeps it; its name and doc ID are free again. */
export const discard = ruleOn(({ principal }: Discard, document) => {
  const refusal = notManaging(document, principal);
  if (refusal) return refusal;
  const late = outOfSequence('Discard', document);
  if (late)
    return refuse('document_ever_reviewed', { detail: late.failure.detail, facts: { status: document.status } });
  if (isReinstated(document)) {
    const detail = 'This document was in review before it was retired and reinstated. Its history stays.';
    return refuse('document_ever_reviewed', { detail, facts: { status: document.status } });
  }
  return record({ type: 'DocumentDiscarded', data: { document: document.uid, name: document.name } });
});

/** Records the outcome of a periodic review of the version in force. That no change is needed has its reason. */
export const recordReview = ruleOn(({ principal, outcome, comment }: RecordReview, document) => {
  const refusal = notManaging(document, principal) ?? outOfSequence('RecordReview', document);
  if (refusal) return refusal;
  const problem = outcome === 'no_change_needed' ? reasonProblem(comment ?? '') : commentProblem(comment);
  if (problem) return refuse('invalid_input', { fields: { comment: [problem] } });
  return record({
    type: 'DocumentReviewed',
    data: { document: document.uid, version: document.current.version, outcome, comment: comment?.trim() || null },
  });
});

/** Records the signed PDF beside its original, where none is recorded yet that lists as much. */
export const keepSignedPdf = ruleOn(({ principal, version, original, file, upTo, seal }: KeepSignedPdf, document) => {
  const refusal = notSystem(principal);
  if (refusal) return refusal;
  const found = versionOf(document, version);
  if (!found) return refuse('not_found', { detail: `This document has no version ${version}.` });
  if (found.signedPdf && BigInt(found.signedUpTo ?? 0) >= BigInt(upTo)) return record();
  if (!found.approved || found.files.final?.sha256 !== original) {
    return refuse('conflict', { detail: `The signed PDF was not made from the approved PDF of version ${version}.` });
  }
  return record({ type: 'SignedPdfMade', data: { document: document.uid, version, original, file, upTo, seal } });
});
