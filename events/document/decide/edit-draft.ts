import type { Change } from '#events/common.ts';
import type { IntendedApprover } from '#events/document/approval-events.ts';
import type { DraftDetails, EditDraft } from '#events/document/commands.ts';
import { changeWords, checkDraftChange, isSameChange } from '#events/document/decide/change.ts';
import { checkDetails, problems } from '#events/document/decide/details.ts';
import { notManaging, outOfSequence, record, type Refusal, ruleOn } from '#events/document/decide/guards.ts';
import { goesToApprovers, isReinstated } from '#events/document/decide/reinstate.ts';
import type { Document } from '#events/document/state.ts';
import { newer } from '#events/document/version.ts';
import { refuse } from '#events/failures.ts';
import { may } from '#events/permissions.ts';
import { texts } from '#events/texts.ts';

const editable = [
  'name',
  'type',
  'functionalArea',
  'docNum',
  'version',
  'externallyEffective',
  'trainingInterval',
  'reviewInterval',
] as const satisfies (keyof DraftDetails)[];

const detailsOf = (document: Document): DraftDetails => ({
  name: document.name,
  type: document.type,
  functionalArea: document.functionalArea,
  docNum: document.docNum,
  version: document.current.version,
  externallyEffective: document.saidExternallyEffective,
  trainingInterval: document.trainingInterval,
  reviewInterval: document.reviewInterval,
});

export const changesBetween = (before: DraftDetails, after: DraftDetails): Change[] =>
  editable.flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, old: String(before[field]), new: String(after[field]) }],
  );

const names = (people: readonly IntendedApprover[]): string | null =>
  people.map(({ name, step }) => (step === undefined ? name : `${name} (step ${step})`)).join(', ') || null;

/** Whether these are other people or other steps; who of them comes first says nothing. */
const differ = (some: readonly IntendedApprover[], others: readonly IntendedApprover[]): boolean =>
  some.length !== others.length ||
  some.some(({ uid, step }) => !others.some((other) => other.uid === uid && other.step === step));

const lastReviewed = ({ earlier, current }: Document): string => (earlier[0] ?? current).version;

/** What was once sent for review keeps its type, area and ID, and goes to approvers again. */
function changesIdentity(before: DraftDetails, after: DraftDetails): Refusal | null {
  if (after.externallyEffective) return refuse('document_not_in_status', { detail: goesToApprovers });
  const fields = problems(
    Object.fromEntries(
      (['type', 'functionalArea', 'docNum'] as const).map((field) => [
        field,
        before[field] === after[field] ? null : 'A reinstated document keeps its type, functional area and ID.',
      ]),
    ),
  );
  return Object.keys(fields).length > 0 ? refuse('invalid_input', { fields }) : null;
}

/** Changes a draft's details, its intended approvers and its declaration. Records nothing where nothing changed. */
export const editDraft = ruleOn((command: EditDraft, document) => {
  const refusal = notManaging(document, command.principal) ?? outOfSequence('EditDraft', document);
  if (refusal) return refusal;
  const before = detailsOf(document);
  const checked = checkDetails({ ...before, ...command.details }, command.facts, before.type);
  if (!checked.ok) return checked;
  const after = checked.value;
  const fixed = isReinstated(document) ? changesIdentity(before, after) : null;
  if (fixed) return fixed;
  const declares = after.externallyEffective && !before.externallyEffective;
  if (declares && !may(command.principal, 'document.declare_externally_effective')) {
    return refuse('externally_effective_requires_admin');
  }
  if (isReinstated(document) ? !newer(after.version, lastReviewed(document)) : newer(before.version, after.version)) {
    return refuse('document_version_not_newer', { fields: { version: [texts.versionNotNewer] } });
  }
  const changes = changesBetween(before, after);
  const { intendedApprovers: intended } = document;
  const approvers = command.approvers && differ(command.approvers, intended) ? [...command.approvers] : null;
  if (approvers) changes.push({ field: 'approvers', old: names(intended), new: names(approvers) });
  const { declarationReason: reason = document.saidReason } = command;
  if (reason !== document.saidReason) {
    changes.push({ field: 'declarationReason', old: document.saidReason || null, new: reason || null });
  }
  const said = command.change === undefined ? document.saidChange : command.change;
  const change = checkDraftChange(said);
  if (!change.ok) return change;
  const saysElse = !isSameChange(change.value, document.saidChange);
  if (saysElse) {
    changes.push({ field: 'change', old: changeWords(document.saidChange), new: changeWords(change.value) });
  }
  if (changes.length === 0) return record();
  return record({
    type: 'DocumentEdited',
    data: {
      document: document.uid,
      changes,
      ...(approvers ? { approvers } : {}),
      ...(saysElse ? { change: change.value } : {}),
    },
  });
});
