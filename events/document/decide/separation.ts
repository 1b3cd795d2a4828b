import { isStanding } from '#events/document/approval.ts';
import type { WaiveSeparation } from '#events/document/commands.ts';
import { notPermitted, outOfSequence, record, type Refusal, ruleOn } from '#events/document/decide/guards.ts';
import type { Document, DocumentVersion } from '#events/document/state.ts';
import { refuse } from '#events/failures.ts';
import type { Principal } from '#events/permissions.ts';
import { reasonProblem } from '#events/reason.ts';

type Version = Pick<DocumentVersion, 'version' | 'makers' | 'separationWaived'>;
type Approver = { readonly user: string; readonly name: string };

const exception = 'An admin who neither owns, signs nor publishes it can record an exception with a reason.';

/** The person who is asked alone; null where nobody is, or several are. */
function onlyApprover(approvers: readonly Approver[]): Approver | null {
  const [first] = approvers;
  return first && approvers.every(({ user }) => user === first.user) ? first : null;
}

/** The version as it will be once this person has sent it for review. */
export const madeBy = (version: Version, principal: Principal): Version =>
  principal.kind === 'user' ? { ...version, makers: [...version.makers, principal.uid] } : version;

/** Who answers for the program that sends a version; nothing where a person sends it. */
export const makerOf = (principal: Principal): { maker?: string } =>
  principal.kind === 'user' && principal.program ? { maker: principal.uid } : {};

/** Refuses approvers of whom the only one owned the version or sent it for review. `separates`: the setting. */
export function ownerAlone(version: Version, approvers: readonly Approver[], separates: boolean): Refusal | null {
  const only = onlyApprover(approvers);
  if (!separates || version.separationWaived || !only || !version.makers.includes(only.user)) return null;
  const detail =
    `${only.name} owns version ${version.version} or sent it for review, and cannot be its only approver. ` +
    `Name another approver. ${exception}`;
  return refuse('duties_not_separated', { detail, fields: { approvers: [detail] } });
}

/** Refuses the admin who recorded the exception from the separation of duties: nobody excepts themselves. */
export function exceptedIt(
  { version, separationWaivedBy }: Pick<DocumentVersion, 'version' | 'separationWaivedBy'>,
  { user, name }: Approver,
  field: 'approvers' | 'owner' = 'approvers',
): Refusal | null {
  if (separationWaivedBy !== user) return null;
  const detail =
    `${name} recorded the exception from the separation of duties of version ${version}, and neither owns, signs nor ` +
    'publishes it (21 CFR 11.10(g)). Who can: somebody else.';
  return refuse('duties_not_separated', { detail, fields: { [field]: [detail] } });
}

/** The first of these people who recorded the exception, refused. */
export const exceptedByOne = (
  version: Pick<DocumentVersion, 'version' | 'separationWaivedBy'>,
  people: readonly Approver[],
): Refusal | null => people.map((one) => exceptedIt(version, one)).find((refusal) => refusal !== null) ?? null;

/**
 * Refuses the final approval by who owned the version or sent it for review, by its only approver, by the admin who
 * declared it externally effective, and by who recorded an exception for it.
 */
export function finalApproverAlone(version: DocumentVersion, principal: Principal, separates: boolean): Refusal | null {
  if (principal.kind !== 'user') return null;
  const excepted = exceptedIt(version, { user: principal.uid, name: principal.name });
  if (excepted) return excepted;
  if (!separates || version.separationWaived) return null;
  const own = `another admin gives the final approval of version ${version.version}. ${exception}`;
  if (version.declaredBy === principal.uid)
    return refuse('duties_not_separated', { detail: `You declared it effective outside the system: ${own}` });
  if (version.makers.includes(principal.uid))
    return refuse('duties_not_separated', { detail: `You own it or sent it for review: ${own}` });
  const approvers = version.approvals
    .filter(isStanding)
    .map(({ user, name, signer = user }) => ({ user: signer, name }));
  if (onlyApprover(approvers)?.user === principal.uid)
    return refuse('duties_not_separated', { detail: `You are its only approver: ${own}` });
  return ownerAlone(version, approvers, separates);
}

/** Refuses an exception for oneself: of the owner, and of who is asked to sign the version or has signed it. */
function exceptsItself(document: Document, principal: Principal): Refusal | null {
  if (principal.kind !== 'user') return null;
  const { current, owner } = document;
  const isThis = covers(document) === 'this';
  const makers = isThis ? [owner.uid, ...current.makers] : [owner.uid];
  const signs =
    isThis && current.approvals.filter(isStanding).some(({ user, signer }) => [user, signer].includes(principal.uid));
  if (!signs && !makers.includes(principal.uid)) return null;
  return refuse('duties_not_separated', {
    detail:
      `${signs ? 'You are an approver of this version' : 'You own this version or sent it for review'}, and nobody ` +
      'excepts themselves (21 CFR 11.10(g)). Who can: an admin who neither owns, signs nor publishes it.',
  });
}

/** The versions that are not published yet are covered themselves; else the next one is. */
const covers = ({ status }: Pick<Document, 'status'>): 'this' | 'next' =>
  status === 'CREATED' || status === 'IN_REVIEW' || status === 'APPROVED' ? 'this' : 'next';

/** An admin's exception for one version, for a reason. A second one for the same version changes nothing. */
export const waiveSeparation = ruleOn(({ principal, reason }: WaiveSeparation, document) => {
  const refusal =
    notPermitted(
      principal,
      'document.waive_separation',
      'Only an admin can record an exception from the separation of duties.',
    ) ??
    outOfSequence('WaiveSeparation', document) ??
    exceptsItself(document, principal);
  if (refusal) return refusal;
  const problem = reasonProblem(reason);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  const { current, nextSeparationWaived } = document;
  const which = covers(document);
  if (which === 'this' ? current.separationWaived : nextSeparationWaived) return record();
  return record({
    type: 'SeparationOfDutiesWaived',
    data: { document: document.uid, version: current.version, covers: which, reason: reason.trim() },
  });
});
