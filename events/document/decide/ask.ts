import { requestOf, type Approval } from '#events/document/approval.ts';
import type { ApproverChoice } from '#events/document/commands.ts';
import type { Refusal } from '#events/document/decide/guards.ts';
import { mayNotAsk, stepShort } from '#events/document/decide/steps.ts';
import type { ApprovalRequest } from '#events/document/approval-events.ts';
import { stepOf } from '#events/document/route.ts';
import { placesOfAll, type RouteFacts } from '#events/route/place.ts';
import type { Document, DocumentVersion } from '#events/document/state.ts';
import { approvedVersions } from '#events/document/state.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { may, mayBeApprover, type Principal } from '#events/permissions.ts';
import { texts } from '#events/texts.ts';

/** Refuses a person who may not approve documents at all. */
function notEligible(choice: ApproverChoice): Refusal | null {
  if (mayBeApprover(choice)) return null;
  const detail = `${choice.name} cannot approve documents: approvers are active authors and admins.`;
  return refuse('approver_not_eligible', { detail, fields: { approvers: [detail] } });
}

/** Makes open approvals of the chosen people. Refuses who may not approve or is listed already (`listed`: uids). */
export function ask(choices: readonly ApproverChoice[], listed: readonly string[]): Result<ApprovalRequest[]> {
  const seen = new Set(listed);
  for (const choice of choices) {
    const refusal = notEligible(choice);
    if (refusal) return refusal;
    if (seen.has(choice.user)) {
      const detail = `${choice.name} is already an approver of this version.`;
      return refuse('approver_already_listed', { detail, fields: { approvers: [detail] } });
    }
    seen.add(choice.user);
  }
  return ok(choices.map(({ approval, user, name }) => ({ uid: approval, user, name })));
}

/** The approvers of a version that is sent for review: one or more. */
export function askApprovers(choices: readonly ApproverChoice[]): Result<ApprovalRequest[]> {
  if (choices.length === 0) return refuse('document_approvers_missing', { fields: { approvers: [texts.required] } });
  return ask(choices, []);
}

/** The uids of those who approved the newest approved version: who knows the document (ISO 13485 4.2.4). */
export const lastApprovers = (document: Document): string[] =>
  approvedVersions(document)[0]?.approvals.flatMap(({ status, user }) => (status === 'APPROVED' ? [user] : [])) ?? [];

export type Choosing = Pick<DocumentVersion, 'version' | 'route' | 'makers' | 'separationWaived' | 'approvals'>;

/**
 * Asks one person in a step of the version's route. An admin may choose others than the last approvers, and another
 * admin than the owner may choose others than the owner's manager.
 */
export function askInStep(
  version: Choosing,
  choice: ApproverChoice,
  document: Document,
  principal: Principal,
): Result<ApprovalRequest> {
  const step = stepOf(version, choice.step);
  if (!step || choice.step === undefined)
    return refuse('invalid_input', { fields: { approvers: [`Choose a step of the route for ${choice.name}.`] } });
  const isAdmin = may(principal, 'document.manage_any');
  const isOwner = principal.kind === 'user' && principal.uid === document.owner.uid;
  const bound = { lastOnes: isAdmin ? [] : lastApprovers(document), needsManager: !isAdmin || isOwner };
  const refusal = notEligible(choice) ?? mayNotAsk(version, choice, step, bound);
  if (refusal) return refusal;
  const { approval, user, name } = choice;
  const held = step.who.kind === 'function' ? { function: step.who.function } : {};
  return ok({ uid: approval, user, name, step: choice.step, ...held });
}

/** Refuses approvers of whom a step of all misses somebody. */
function missesOfAll(
  { route, makers }: Omit<Choosing, 'approvals'>,
  asked: readonly Approval[],
  facts: RouteFacts | undefined,
): Refusal | null {
  const missed =
    route &&
    facts &&
    placesOfAll(route, facts, makers).find(
      ({ user, step }) => !asked.some((one) => one.user === user && one.step === step),
    );
  const step = missed && stepOf({ route }, missed.step);
  if (!step) return null;
  const whom = step.who.kind === 'function' ? `holds ${step.who.function.name}` : 'approved the version before';
  const detail = `Step ${missed.step}, ${step.name}, asks everybody who ${whom}. Nobody of them can be left out.`;
  return refuse('step_asks_all', { detail, fields: { approvers: [detail] } });
}

interface RouteChoices {
  choices: readonly ApproverChoice[];
  facts: RouteFacts | undefined;
}

/** The approvers of a version that is sent along its route: enough of them for every step, and all for one of all. */
export function askRouteApprovers(
  version: Omit<Choosing, 'approvals'>,
  { choices, facts }: RouteChoices,
  document: Document,
  principal: Principal,
): Result<ApprovalRequest[]> {
  const asked: Approval[] = [];
  for (const choice of choices) {
    const one = askInStep({ ...version, approvals: asked }, choice, document, principal);
    if (!one.ok) return one;
    asked.push({ ...one.value, status: 'WAITING' });
  }
  const missed = missesOfAll(version, asked, facts);
  if (missed) return missed;
  for (const number of version.route?.steps.keys() ?? []) {
    const users = asked.filter(({ step }) => step === number + 1).map(({ user }) => user);
    const short = stepShort({ ...version, approvals: asked }, number + 1, users);
    if (short) return short;
  }
  return ok(asked.map(requestOf).toSorted((a, b) => (a.step ?? 0) - (b.step ?? 0)));
}
