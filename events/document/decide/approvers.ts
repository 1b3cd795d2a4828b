import { isUndecided, requestOf, type Approval } from '#events/document/approval.ts';
import type { AddApprover, ApproverChoice, RemoveApprover, ReplaceApprover } from '#events/document/commands.ts';
import { ask, askInStep } from '#events/document/decide/ask.ts';
import { commentOpen } from '#events/document/decide/comment.ts';
import {
  notManaging,
  notPermitted,
  outOfSequence,
  record,
  type Refusal,
  ruleOn,
} from '#events/document/decide/guards.ts';
import { qualityMissing } from '#events/document/decide/quality.ts';
import { exceptedIt, ownerAlone } from '#events/document/decide/separation.ts';
import { follow } from '#events/document/decide/steps.ts';
import type { ApprovalRequest } from '#events/document/approval-events.ts';
import { askedIn, canComplete, stepOf, stepWords } from '#events/document/route.ts';
import {
  findApproval,
  openApprovals,
  standingApprovals,
  type Document,
  type DocumentVersion,
} from '#events/document/state.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { may, type Principal } from '#events/permissions.ts';
import { commentProblem, reasonProblem } from '#events/reason.ts';

/** Asks one person more, in a step of the version's route where it has one; `others`: who stays. */
function askOne(
  { document, others, principal }: { document: Document; others: readonly Approval[]; principal: Principal },
  choice: ApproverChoice,
): Result<ApprovalRequest> {
  const { current } = document;
  if (current.route) return askInStep({ ...current, approvals: others }, choice, document, principal);
  const asked = ask(
    [choice],
    others.map(({ user }) => user),
  );
  if (!asked.ok) return asked;
  const [one] = asked.value;
  return one ? ok(one) : refuse('approver_not_eligible');
}

/** Says that the person's step is not open yet. */
const waiting = ({ route, openStep }: DocumentVersion, { step }: ApprovalRequest) =>
  route && step !== openStep ? { waits: true as const } : {};

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** Who has signed to approve. */
const signersOf = ({ approvals }: DocumentVersion) => approvals.filter(({ status }) => status === 'APPROVED');

/** Refuses a step that is complete already. */
function stepDone({ current }: Document, number: number | undefined): Refusal | null {
  const step = stepOf(current, number);
  if (!step || (number ?? 0) >= (current.openStep ?? 0)) return null;
  const open = stepOf(current, current.openStep ?? undefined);
  const who = open ? ` Who can: somebody in ${stepWords(current.openStep ?? 0, open)}, or later.` : '';
  const detail = `${sentence(stepWords(number ?? 0, step))}, is complete (21 CFR 11.10(f)).${who}`;
  return refuse('step_not_open', { detail, fields: { step: [detail] } });
}

/** One more approver while the version is in review. */
export const addApprover = ruleOn(({ principal, approver, reason = null }: AddApprover, document) => {
  const refusal = notManaging(document, principal) ?? outOfSequence('AddApprover', document);
  if (refusal) return refusal;
  const step = approver.step ?? document.current.openStep ?? undefined;
  const others = standingApprovals(document.current);
  const done = stepDone(document, step);
  if (done) return done;
  const asked = askOne({ document, others, principal }, { ...approver, step });
  if (!asked.ok) return asked;
  const excepted = exceptedIt(document.current, asked.value);
  if (excepted) return excepted;
  const problem = commentProblem(reason);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  const { uid, current } = document;
  return record({
    type: 'ApproverAdded',
    data: {
      document: uid,
      version: current.version,
      approval: asked.value,
      reason: reason?.trim() || null,
      ...waiting(current, asked.value),
    },
  });
});

/** The undecided approval of the current version with this uid, or the refusal. A given signature stays. */
function undecided(document: Document, uid: string, done: string): { ok: true; value: Approval } | Refusal {
  const found = findApproval(document, uid);
  if (!found) return refuse('not_found', { detail: 'There is no such approval on this document.' });
  const { approval, version } = found;
  if (version === document.current && isUndecided(approval)) return ok(approval);
  return refuse('approval_not_open', {
    detail: `The approval of ${approval.name} is ${approval.status}. Only an open approval can be ${done}.`,
  });
}

/**
 * Nobody who owns, sent or signs a version, or was asked to, takes the place of an approver by their own act: they
 * would complete the approval by taking somebody out.
 */
function replacedByThemselves(document: Document, principal: Principal, { user }: ApprovalRequest) {
  if (principal.kind !== 'user' || user !== principal.uid) return null;
  if (!isInvolved(document, principal.uid)) return null;
  return refuse('not_allowed', {
    detail:
      `You own, sent or approve version ${document.current.version}, and nobody puts themselves in the place of its ` +
      'approvers (21 CFR 11.10(f)). Who can: another admin can ask you, or choose somebody else.',
  });
}

/** Whether somebody owns or sent the version under review, or is or was asked to sign it. */
function isInvolved({ current, owner }: Document, user: string): boolean {
  // Who was asked before, and replaced or removed since, has not become a stranger to it.
  const asked = current.approvals.flatMap((one) => [one.user, one.signer ?? one.user]);
  return [owner.uid, ...current.makers, ...asked].includes(user);
}

/**
 * Replaces an approver who is away or deactivated, for a reason. The number of approvers stays, so that the last one
 * can be replaced too.
 */
export const replaceApprover = ruleOn((command: ReplaceApprover, document) => {
  const { principal, approval, approver, absent = false, reason, separates = false, stillHolds = false } = command;
  const refusal =
    notPermitted(principal, 'document.manage_any', 'Only an admin can replace an approver.') ??
    outOfSequence('ReplaceApprover', document);
  if (refusal) return refusal;
  const found = undecided(document, approval, 'replaced');
  if (!found.ok) return found;
  const { uid, current } = document;
  const asksAll = stepAsksAll(current, found.value, stillHolds);
  if (asksAll) return asksAll;
  const standing = standingApprovals(current);
  const others = standing.filter(({ uid: one }) => one !== approval);
  // Without a route the person themselves is no replacement.
  const asked = askOne(
    { document, others: current.route ? others : standing, principal },
    { ...approver, step: found.value.step },
  );
  if (!asked.ok) return asked;
  const themselves = replacedByThemselves(document, principal, asked.value);
  if (themselves) return themselves;
  const left = [...others, asked.value];
  const alone =
    exceptedIt(current, asked.value) ??
    ownerAlone(current, left, separates) ??
    qualityMissing(current, left, command.qualityUnit);
  if (alone) return alone;
  const problem = reasonProblem(reason);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  return record({
    type: 'ApproverReplaced',
    data: {
      document: uid,
      version: current.version,
      approval: requestOf(found.value),
      replacement: asked.value,
      reason: reason.trim(),
      because: absent ? 'absence' : 'admin',
      ...waiting(current, asked.value),
    },
  });
});

/**
 * In a step of all holders of a function, or of all who approved before, nobody is taken out while they may sign:
 * absence has a deputy.
 */
function stepAsksAll(version: DocumentVersion, { step: number, name }: Approval, stillHolds: boolean): Refusal | null {
  const step = stepOf(version, number);
  if (!step || step.howMany !== 'all' || !stillHolds) return null;
  const whom =
    step.who.kind === 'function'
      ? `who holds ${step.who.function.name}, and ${name} does`
      : step.who.kind === 'last_approvers'
        ? `who approved the version before, and ${name} did`
        : null;
  if (!whom) return null;
  return refuse('step_asks_all', {
    detail: `${sentence(stepWords(number ?? 0, step))}, asks everybody ${whom}. A deputy signs for who is absent.`,
  });
}

/**
 * Nobody who owns, sent or signs a version completes its approval by taking somebody else out, nor a step of all in
 * which they sign themselves.
 */
function completedBy(document: Document, principal: Principal, removed: Approval, completes: boolean): Refusal | null {
  if (principal.kind !== 'user') return null;
  const { current } = document;
  const ofAll = removed.step !== undefined && stepOf(current, removed.step)?.howMany === 'all';
  const isAsked = askedIn(current, removed.step ?? 0).some(({ user, signer }) =>
    [user, signer].includes(principal.uid),
  );
  if (!completes && !(ofAll && isAsked)) return null;
  if (may(principal, 'document.manage_any') && !isInvolved(document, principal.uid)) return null;
  return refuse('not_allowed', {
    detail:
      `Without ${removed.name} the approval of version ${current.version} would be complete, or would need your ` +
      'signature alone (21 CFR 11.10(f)). ' +
      'Who can remove them: an admin who neither owns nor approves this version. Or replace them.',
  });
}

/**
 * Refuses to take a person out of a step that could not be completed then. The owner takes none out of a quality step.
 */
function stepNeeds(
  { current, owner }: Document,
  { uid, step: number, name }: Approval,
  principal: Principal,
): Refusal | null {
  const step = stepOf(current, number);
  if (!step || number === undefined) return null;
  const words = stepWords(number, step);
  if (step.meaning === 'quality_approved' && principal.kind === 'user' && principal.uid === owner.uid)
    return refuse('quality_step_required', {
      detail:
        `${owner.name} owns this document and cannot take ${name} out of ${words} (21 CFR 211.22(c)). ` +
        'Who can: another admin.',
    });
  const left = askedIn(current, number).filter((one) => one.uid !== uid);
  const users = left.map(({ user, signer = user }) => signer);
  if (canComplete(current, step, users)) return null;
  return refuse('approver_is_last', { detail: `${name} is needed in ${words}. Add another approver to it first.` });
}

/**
 * Removes an open approval. The last approver stays; where the removed approval was the last open one, the version is
 * approved. A given signature is never removed.
 */
export const removeApprover = ruleOn(
  (
    {
      principal,
      approval: uid,
      reason,
      separates = false,
      stillHolds = false,
      commentsBlock = false,
      qualityUnit = null,
      now,
    }: RemoveApprover,
    document,
  ) => {
    const refusal = notManaging(document, principal) ?? outOfSequence('RemoveApprover', document);
    if (refusal) return refusal;
    const found = undecided(document, uid, 'removed');
    if (!found.ok) return found;
    const { current } = document;
    const needed = stepAsksAll(current, found.value, stillHolds) ?? stepNeeds(document, found.value, principal);
    if (needed) return needed;
    if (standingApprovals(current).length === 1) {
      return refuse('approver_is_last', {
        detail: 'A version in review needs one or more approvers. Add another approver first.',
      });
    }
    const others = standingApprovals(current).filter((one) => one !== found.value);
    const alone = ownerAlone(current, others, separates) ?? qualityMissing(current, others, qualityUnit);
    if (alone) return alone;
    const problem = commentProblem(reason);
    if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
    const removed = {
      type: 'ApproverRemoved' as const,
      data: {
        document: document.uid,
        version: current.version,
        approval: requestOf(found.value),
        reason: reason?.trim() || null,
      },
    };
    const approved = { type: 'DocumentApproved' as const, data: { document: document.uid, version: current.version } };
    const ruling = current.route
      ? follow(document, removed, now)
      : record(removed, ...(openApprovals(current).length > 1 ? [] : [approved]));
    const completesStep = ruling.ok && ruling.events.length > 1;
    const approves = ruling.ok && ruling.events.some(({ type }) => type === 'DocumentApproved');
    return (
      completedBy(document, principal, found.value, completesStep) ??
      (approves ? commentOpen(document, commentsBlock) : null) ??
      (approves ? qualityMissing(current, signersOf(current), qualityUnit) : null) ??
      ruling
    );
  },
);
