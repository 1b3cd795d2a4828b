import type { Decider } from '#events/decider.ts';
import type { DocumentCommand } from '#events/document/commands.ts';
import { approve, reject } from '#events/document/decide/approve.ts';
import { addApprover, removeApprover, replaceApprover } from '#events/document/decide/approvers.ts';
import { attachFile } from '#events/document/decide/attach-file.ts';
import { answerComment, makeComment, resolveComment } from '#events/document/decide/comment.ts';
import { keepComparison } from '#events/document/decide/comparison.ts';
import { create } from '#events/document/decide/create.ts';
import { editDraft } from '#events/document/decide/edit-draft.ts';
import type { Ruling } from '#events/document/decide/guards.ts';
import { becomeEffective, changeDepartments, changeEffectiveDate, publish } from '#events/document/decide/publish.ts';
import { discard, keepSignedPdf, recordReview, retire } from '#events/document/decide/retire.ts';
import { reinstate } from '#events/document/decide/reinstate.ts';
import { revise } from '#events/document/decide/revise.ts';
import { declareExternallyEffective, sendForReview } from '#events/document/decide/send-for-review.ts';
import { waiveSeparation } from '#events/document/decide/separation.ts';
import { transferOwnership } from '#events/document/decide/transfer-ownership.ts';
import { evolve, type DocumentEvent } from '#events/document/evolve.ts';
import { initialState, type DocumentState } from '#events/document/state.ts';
import { refuse } from '#events/failures.ts';
import { unlessProgram } from '#events/service-account/allowed-events.ts';

/** Rules on one command: who, then when in the document's life, then what. Answers events, none, or one refusal. */
export const decide = (command: DocumentCommand, state: DocumentState): Ruling =>
  unlessProgram(command.principal, decideFor(command, state));

function decideFor(command: DocumentCommand, state: DocumentState): Ruling {
  if (command.type === 'CreateDocument') return create(command, state);
  if (state.kind !== 'document') return refuse('not_found', { detail: 'There is no such document.' });
  switch (command.type) {
    case 'EditDraft':
      return editDraft(command, state);
    case 'AttachFile':
      return attachFile(command, state);
    case 'SendForReview':
      return sendForReview(command, state);
    case 'DeclareExternallyEffective':
      return declareExternallyEffective(command, state);
    case 'AddApprover':
      return addApprover(command, state);
    case 'RemoveApprover':
      return removeApprover(command, state);
    case 'ReplaceApprover':
      return replaceApprover(command, state);
    case 'Approve':
      return approve(command, state);
    case 'Reject':
      return reject(command, state);
    case 'Publish':
      return publish(command, state);
    case 'ChangeEffectiveDate':
      return changeEffectiveDate(command, state);
    case 'ChangeDepartments':
      return changeDepartments(command, state);
    case 'BecomeEffective':
      return becomeEffective(command, state);
    case 'Revise':
      return revise(command, state);
    case 'RecordReview':
      return recordReview(command, state);
    case 'Retire':
      return retire(command, state);
    case 'Reinstate':
      return reinstate(command, state);
    case 'TransferOwnership':
      return transferOwnership(command, state);
    case 'WaiveSeparation':
      return waiveSeparation(command, state);
    case 'MakeComment':
      return makeComment(command, state);
    case 'AnswerComment':
      return answerComment(command, state);
    case 'ResolveComment':
      return resolveComment(command, state);
    case 'Discard':
      return discard(command, state);
    case 'KeepSignedPdf':
      return keepSignedPdf(command, state);
    case 'KeepComparison':
      return keepComparison(command, state);
  }
}

export const documentDecider: Decider<DocumentCommand, DocumentEvent, DocumentState> = { initialState, decide, evolve };
