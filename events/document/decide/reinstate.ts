import type { Reinstate } from '#events/document/commands.ts';
import { notPermitted, outOfSequence, record, ruleOn } from '#events/document/decide/guards.ts';
import type { Document } from '#events/document/state.ts';
import { suggestNext } from '#events/document/version.ts';
import { refuse } from '#events/failures.ts';
import { commentProblem } from '#events/reason.ts';

/**
 * Takes a retired document up again as the draft of a newer version, with its own number and title. Nothing is in force
 * until that version is.
 */
export const reinstate = ruleOn(({ principal, nameInUse, reason }: Reinstate, document) => {
  const refusal =
    notPermitted(principal, 'document.reinstate', 'Only an admin can reinstate a document.') ??
    outOfSequence('Reinstate', document);
  if (refusal) return refusal;
  if (nameInUse) {
    return refuse('document_name_in_use', {
      detail: `Another document has the title “${document.name}” now. Give that document another title first.`,
    });
  }
  const { version: fromVersion, files } = document.current;
  const version = suggestNext(fromVersion);
  if (version === null) {
    return refuse('document_version_not_newer', { detail: `No version is newer than ${fromVersion}.` });
  }
  const problem = commentProblem(reason);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  return record({
    type: 'DocumentReinstated',
    data: { document: document.uid, fromVersion, version, working: files.working, reason: reason?.trim() || null },
  });
});

/** A draft that was reinstated: it keeps its number, goes to approvers, and is not discarded. */
export const isReinstated = ({ status, earlier }: Pick<Document, 'status' | 'earlier'>): boolean =>
  status === 'CREATED' && earlier.length > 0;

export const goesToApprovers = 'A reinstated document needs a newer version that its approvers sign.';
