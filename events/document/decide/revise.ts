import type { Change } from '#events/common.ts';
import type { Revise } from '#events/document/commands.ts';
import { askRouteApprovers, askApprovers } from '#events/document/decide/ask.ts';
import { cancelled } from '#events/document/decide/cancelled.ts';
import { checkChange } from '#events/document/decide/change.ts';
import { intervalProblem, problems } from '#events/document/decide/details.ts';
import { bothFiles } from '#events/document/decide/files.ts';
import { notManaging, outOfSequence, trainingWhileScheduled, record, ruleOn } from '#events/document/decide/guards.ts';
import { qualityMissing } from '#events/document/decide/quality.ts';
import { exceptedByOne, madeBy, makerOf, ownerAlone } from '#events/document/decide/separation.ts';
import { openStep } from '#events/document/decide/steps.ts';
import { nameProblem } from '#events/document/name.ts';
import { normaliseLine } from '#events/text.ts';
import { undecidedApprovals } from '#events/document/state.ts';
import { newer, versionProblem } from '#events/document/version.ts';
import { refuse } from '#events/failures.ts';
import { commentProblem } from '#events/reason.ts';
import { texts } from '#events/texts.ts';

const revisable = ['name', 'trainingInterval', 'reviewInterval'] as const;

/**
 * A newer version goes to its approvers, with a final PDF of its own and a working file that may be carried over. Open
 * approvals of the version before are cancelled; what was scheduled is withdrawn; what is in force stays in force.
 */
export const revise = ruleOn((command: Revise, document) => {
  const refusal = notManaging(document, command.principal) ?? outOfSequence('Revise', document);
  if (refusal) return refusal;

  const { current, nextFiles, status } = document;
  const version = command.version.trim();
  const after = { ...document, ...command.details, name: normaliseLine(command.details.name ?? document.name) };
  const fields = problems({
    version: versionProblem(version),
    name: after.name === document.name ? null : nameProblem(after.name),
    trainingInterval: intervalProblem(after.trainingInterval),
    reviewInterval: intervalProblem(after.reviewInterval),
  });
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields });
  if (!newer(version, current.version)) {
    return refuse('document_version_not_newer', {
      detail: `The current version is ${current.version}.`,
      fields: { version: [texts.versionNotNewer] },
    });
  }
  if (after.name !== document.name && command.nameInUse) {
    return refuse('document_name_in_use', { fields: { name: [texts.documentNameInUse] } });
  }

  const files = bothFiles({
    working: command.files.working ?? nextFiles.working ?? current.files.working,
    final: command.files.final ?? nextFiles.final,
  });
  if (!files.ok) return files;
  const { route = null } = command;
  const next = madeBy(
    { version, makers: [document.owner.uid], separationWaived: document.nextSeparationWaived },
    command.principal,
  );
  const asked = route
    ? askRouteApprovers(
        { ...next, route },
        { choices: command.approvers, facts: command.routeFacts },
        document,
        command.principal,
      )
    : askApprovers(command.approvers);
  if (!asked.ok) return asked;
  const alone =
    exceptedByOne({ version, separationWaivedBy: document.nextSeparationWaivedBy }, asked.value) ??
    ownerAlone(next, asked.value, command.separates ?? false) ??
    qualityMissing({ route }, asked.value, command.qualityUnit);
  if (alone) return alone;
  const problem = commentProblem(command.reason ?? null);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  const change = checkChange(command.change ?? null, {
    version,
    before: current.version,
    required: command.changeRequired ?? false,
    reason: command.reason ?? null,
  });
  if (!change.ok) return change;

  const changes: Change[] = revisable.flatMap((field) =>
    document[field] === after[field] ? [] : [{ field, old: String(document[field]), new: String(after[field]) }],
  );
  const revised = {
    type: 'DocumentRevised' as const,
    data: {
      document: document.uid,
      fromVersion: current.version,
      fromStatus: status,
      version,
      name: after.name,
      changes,
      files: files.value,
      approvals: asked.value,
      ...(route && { route }),
      ...(change.value && { change: change.value }),
      ...makerOf(command.principal),
      withdrawn: status === 'PENDING' ? current.version : null,
      ...trainingWhileScheduled(document, command.trainingRate),
      reason: command.reason?.trim() || (change.value?.reason ?? null),
    },
  };
  return record(
    ...cancelled(document, undecidedApprovals(current), 'revised'),
    revised,
    ...openStep({ document: document.uid, version, route }, 1, asked.value, command.now),
  );
});
