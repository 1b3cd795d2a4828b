import type { DeclareExternallyEffective, SendForReview } from '#events/document/commands.ts';
import { askRouteApprovers, askApprovers } from '#events/document/decide/ask.ts';
import { checkChange } from '#events/document/decide/change.ts';
import { bothFiles } from '#events/document/decide/files.ts';
import { notManaging, outOfSequence, record, ruleOn } from '#events/document/decide/guards.ts';
import { qualityMissing } from '#events/document/decide/quality.ts';
import { goesToApprovers, isReinstated } from '#events/document/decide/reinstate.ts';
import { exceptedByOne, madeBy, makerOf, ownerAlone } from '#events/document/decide/separation.ts';
import { openStep } from '#events/document/decide/steps.ts';
import { refuse } from '#events/failures.ts';
import { may } from '#events/permissions.ts';
import { commentProblem } from '#events/reason.ts';

/** Sends a draft with both files to its approvers. This withdraws the declaration that it is effective already. */
export const sendForReview = ruleOn((command: SendForReview, document) => {
  const { principal, approvers, separates = false, route = null, now } = command;
  const refusal = notManaging(document, principal) ?? outOfSequence('SendForReview', document);
  if (refusal) return refusal;
  const { uid, name, current } = document;
  const files = bothFiles(current.files);
  if (!files.ok) return files;
  const next = { ...madeBy(current, principal), route };
  const asked = route
    ? askRouteApprovers(next, { choices: approvers, facts: command.routeFacts }, document, principal)
    : askApprovers(approvers);
  if (!asked.ok) return asked;
  const alone =
    exceptedByOne(current, asked.value) ??
    ownerAlone(next, asked.value, separates) ??
    qualityMissing(next, asked.value, command.qualityUnit);
  if (alone) return alone;
  const change = checkChange(command.change === undefined ? document.saidChange : command.change, {
    version: current.version,
    before: document.earlier[0]?.version ?? null,
    required: command.changeRequired ?? false,
  });
  if (!change.ok) return change;
  const takenBack = { field: 'externallyEffective', old: 'true', new: 'false' };
  return record(
    ...(document.saidExternallyEffective
      ? [{ type: 'DocumentEdited' as const, data: { document: uid, changes: [takenBack] } }]
      : []),
    {
      type: 'DocumentSentForReview',
      data: {
        document: uid,
        version: current.version,
        name,
        files: files.value,
        approvals: asked.value,
        ...(route && { route }),
        ...(change.value && { change: change.value }),
        ...makerOf(principal),
      },
    },
    ...openStep({ document: uid, version: current.version, route }, 1, asked.value, now),
  );
});

/** An admin states that the draft is effective outside the system already: approved without approvals. */
export const declareExternallyEffective = ruleOn(
  ({ principal, reason = null }: DeclareExternallyEffective, document) => {
    if (!may(principal, 'document.declare_externally_effective')) return refuse('externally_effective_requires_admin');
    const refusal = outOfSequence('DeclareExternallyEffective', document);
    if (refusal) return refusal;
    if (isReinstated(document)) return refuse('document_not_in_status', { detail: goesToApprovers });
    const { uid, name, current } = document;
    const files = bothFiles(current.files);
    if (!files.ok) return files;
    const problem = commentProblem(reason);
    if (problem) return refuse('invalid_input', { fields: { declarationReason: [problem] } });
    const words = reason?.trim() ?? '';
    return record({
      type: 'DocumentDeclaredExternallyEffective',
      data: {
        document: uid,
        version: current.version,
        name,
        files: files.value,
        ...(words === '' ? {} : { reason: words }),
      },
    });
  },
);
