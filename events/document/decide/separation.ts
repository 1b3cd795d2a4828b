import { isStanding } from '#events/document/approval.ts';
import type { WaiveSeparation } from '#events/document/commands.ts';
import { notPermitted, outOfSequence, record, type Refusal, type Ruling } from '#events/document/decide/guards.ts';
import type { Document, DocumentVersion } from '#events/document/state.ts';
import { refuse } from '#events/failures.ts';
import type { Principal } from '#events/permissions.ts';
import { reasonProblem } from '#events/reason.ts';

type Version = Pick<DocumentVersion, 'version' | 'makers' | 'separationWaived'>;
type Approver = { readonly user: string; readonly name: string };

const exception = 'An admin can record an exception with a reason.';

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

/** Refuses the final approval by the only approver, or by the admin who declared the version externally effective. */
export function finalApproverAlone(version: DocumentVersion, principal: Principal, separates: boolean): Refusal | null {
  if (!separates || version.separationWaived || principal.kind !== 'user') return null;
  const own = `another admin gives the final approval of version ${version.version}. ${exception}`;
  if (version.declaredBy === principal.uid) {
    return refuse('duties_not_separated', { detail: `You declared it effective outside the system: ${own}` });
  }
  const approvers = version.approvals
    .filter(isStanding)
    .map(({ user, name, signer = user }) => ({ user: signer, name }));
  if (onlyApprover(approvers)?.user === principal.uid) {
    return refuse('duties_not_separated', { detail: `You are its only approver: ${own}` });
  }
  return ownerAlone(version, approvers, separates);
}

/** The versions that are not published yet are covered themselves; else the next one is. */
const covers = ({ status }: Pick<Document, 'status'>): 'this' | 'next' =>
  status === 'CREATED' || status === 'IN_REVIEW' || status === 'APPROVED' ? 'this' : 'next';

/** An admin's exception for one version, for a reason. A second one for the same version changes nothing. */
export function waiveSeparation({ principal, reason }: WaiveSeparation, document: Document): Ruling {
  const refusal =
    notPermitted(
      principal,
      'document.waive_separation',
      'Only an admin can record an exception from the separation of duties.',
    ) ?? outOfSequence('WaiveSeparation', document);
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
}
