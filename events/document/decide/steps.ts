import { isOpen, isStanding, requestOf, type Approval } from '#events/document/approval.ts';
import type { Approve, ApproverChoice, Reject } from '#events/document/commands.ts';
import { cancelled } from '#events/document/decide/cancelled.ts';
import { record, type Refusal, type Ruling } from '#events/document/decide/guards.ts';
import type { ApprovalRequest } from '#events/document/approval-events.ts';
import { evolve, type DocumentEvent } from '#events/document/evolve.ts';
import { askedIn, canComplete, isComplete, maySignIn, stepOf, stepWords } from '#events/document/route.ts';
import type { Document, DocumentVersion } from '#events/document/state.ts';
import { refuse } from '#events/failures.ts';
import type { Principal } from '#events/permissions.ts';
import { fewestOf, isApproving, type RouteStep } from '#events/route/step.ts';
import { addDays, type Instant } from '#events/time.ts';

/** Opens a step of the version's route: those who are asked in it can sign from now on. */
export function openStep(
  { document, version, route }: { document: string } & Pick<DocumentVersion, 'version' | 'route'>,
  number: number,
  asked: readonly ApprovalRequest[],
  now: Instant,
): DocumentEvent[] {
  const step = stepOf({ route }, number);
  if (!step) return [];
  const approvals = asked.filter((one) => one.step === number);
  const dueAt = addDays(now, step.days);
  return [{ type: 'StepOpened', data: { document, version, step: number, name: step.name, dueAt, approvals } }];
}

/** Records what happened to the open step, and what follows: it is complete, and the next opens or all is approved. */
export function follow(document: Document, happened: DocumentEvent, now: Instant): Ruling {
  const state = evolve(document, happened);
  if (state.kind !== 'document') return record(happened);
  const { version, route, openStep: number } = state.current;
  const step = stepOf(state.current, number ?? undefined);
  if (number === null || !step || !isComplete(state.current, number)) return record(happened);
  const of = { document: document.uid, version };
  const asked = askedIn(state.current, number + 1).map(requestOf);
  const next = openStep({ ...of, route }, number + 1, asked, now);
  return record(
    happened,
    ...cancelled(state, askedIn(state.current, number).filter(isOpen), 'step_complete'),
    { type: 'StepCompleted', data: { ...of, step: number, name: step.name } },
    ...(next.length > 0 ? next : [{ type: 'DocumentApproved' as const, data: of }]),
  );
}

const names = (people: readonly { readonly name: string }[]): string => people.map(({ name }) => name).join(', ');

/** Nobody signs before the step before is complete (21 CFR 11.10(f)). */
export function stepNotOpen(version: DocumentVersion, approval: Approval, step: RouteStep): Refusal {
  const now = stepOf(version, version.openStep ?? undefined);
  const open = askedIn(version, version.openStep ?? 0).filter(isOpen);
  const waits = now ? ` Now ${stepWords(version.openStep ?? 0, now)}, is open. Who can: ${names(open)}.` : '';
  return refuse('step_not_open', {
    detail:
      `Version ${version.version} has not reached ${stepWords(approval.step ?? 0, step)} (21 CFR ` +
      `11.10(f)).${waits}`,
  });
}

const ownerDetail = (name: string, version: string, words: string): string =>
  `${name} owns version ${version} or sent it for review, and cannot sign ${words} (EU GMP 4.3). ` +
  'Who can: somebody else. An admin can record an exception with a reason.';

const functionDetail = (name: string, held: string, words: string): string =>
  `${name} does not hold the function ${held}, which ${words} needs (21 CFR 11.10(g)). Who can: people who hold it.`;

/** Who was asked and who signed, of approvals that stand. */
const involved = (approvals: readonly Approval[]) =>
  approvals.filter(isStanding).flatMap(({ user, signer = user, step }) => [
    { user, step },
    { user: signer, step },
  ]);

/** Refuses a signer whom the step does not let sign now: separation, function, and the deputy's own conditions. */
export function mayNotSign(
  { principal, functions = [] }: Approve | Reject,
  version: DocumentVersion,
  approval: Approval,
  step: RouteStep,
): Refusal | null {
  if (principal.kind !== 'user') return null;
  const words = stepWords(approval.step ?? 0, step);
  const { uid, name } = principal;
  if (!maySignIn(version, step, uid))
    return refuse('owner_may_not_approve', { detail: ownerDetail(name, version.version, words) });
  const isDeputy = approval.user !== uid;
  if (step.who.kind === 'function' && !functions.includes(step.who.function.uid)) {
    const detail = functionDetail(name, step.who.function.name, words);
    return refuse(isDeputy ? 'deputy_not_eligible' : 'function_missing', { detail });
  }
  return signsAlready(principal, version, approval);
}

/** Refuses a deputy who is asked for, or has signed, another approval of the version. */
export function signsAlready(principal: Principal, version: DocumentVersion, approval: Approval): Refusal | null {
  if (principal.kind !== 'user' || approval.user === principal.uid) return null;
  const { uid, name } = principal;
  const others = involved(version.approvals.filter((one) => one !== approval));
  const taken = others.some(
    ({ user, step: at }) => user === uid && (!version.route?.samePerson || at === approval.step),
  );
  if (!taken) return null;
  const step = stepOf(version, approval.step);
  const words = step ? `${stepWords(approval.step ?? 0, step)}, for ${approval.name} too` : `for ${approval.name} too`;
  return refuse('deputy_not_eligible', {
    detail:
      `${name} signs version ${version.version} already and cannot sign ${words} ` +
      '(21 CFR 11.10(g)). Who can: an admin can name somebody else.',
  });
}

type Choosing = Pick<DocumentVersion, 'version' | 'route' | 'makers' | 'separationWaived' | 'approvals'>;

/** The people to whom a step binds who chooses its approvers. */
interface Bound {
  readonly lastOnes: readonly string[];
  readonly needsManager: boolean;
}

/** Refuses a person whom a step cannot ask: another step has them, no function, not the manager, the owner. */
export function mayNotAsk(version: Choosing, choice: ApproverChoice, step: RouteStep, bound: Bound) {
  const { lastOnes, needsManager } = bound;
  const at = choice.step ?? 0;
  const words = stepWords(at, step);
  const no = (code: Parameters<typeof refuse>[0], detail: string): Refusal =>
    refuse(code, { detail, fields: { approvers: [detail] } });
  const twin = involved(version.approvals).find(
    ({ user, step: other }) => user === choice.user && (!version.route?.samePerson || other === at),
  );
  if (twin) return no('approver_already_listed', `${choice.name} is already asked in step ${twin.step}.`);
  if (step.who.kind === 'function' && !choice.functions?.includes(step.who.function.uid))
    return no('function_missing', functionDetail(choice.name, step.who.function.name, words));
  if (step.who.kind === 'last_approvers' && lastOnes.length > 0 && !lastOnes.includes(choice.user))
    return no(
      'approver_not_eligible',
      `${choice.name} did not approve the version before, which ${words}, asks for (ISO 13485 4.2.4). ` +
        'Who can: those who did. An admin can choose somebody else.',
    );
  if (step.who.kind === 'manager_of_owner' && needsManager && !choice.managesOwner)
    return no(
      'approver_not_eligible',
      `${choice.name} is not the manager of the owner, whom ${words}, asks for (21 CFR 11.10(g)). ` +
        'Who can: the manager. Another admin can choose somebody else.',
    );
  if (!maySignIn(version, step, choice.user))
    return no('owner_may_not_approve', ownerDetail(choice.name, version.version, words));
  return null;
}

/** Refuses a step that the people who are asked could not complete. */
export function stepShort(version: Choosing, number: number, users: readonly string[]): Refusal | null {
  const step = stepOf(version, number);
  if (!step || canComplete(version, step, users)) return null;
  const few = fewestOf(step);
  const words = stepWords(number, step);
  const who =
    step.who.kind === 'function'
      ? `people who hold the function ${step.who.function.name}`
      : step.who.kind === 'manager_of_owner'
        ? 'the manager of the owner, an active author or admin, whom an admin records on the page of the owner'
        : 'another person';
  const alone = users.length >= few && isApproving(step);
  const missing = step.meaning === 'quality_approved' ? 'quality_step_required' : 'document_approvers_missing';
  const clause = missing === 'quality_step_required' ? ': the quality unit approves (21 CFR 211.22(c))' : '';
  const problem = alone
    ? `The owner cannot be alone in ${words} (EU GMP 4.3)`
    : `Choose ${few === 1 ? 'one person' : `${few} people`} or more for ${words}${clause}`;
  const detail = `${problem}. Who can: ${who}.`;
  return refuse(alone ? 'owner_may_not_approve' : missing, { detail, fields: { approvers: [detail] } });
}
