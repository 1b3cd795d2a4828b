import type { Named } from '#events/common.ts';
import type { Approval } from '#events/document/approval.ts';
import type { Refusal } from '#events/document/decide/guards.ts';
import { stepOf } from '#events/document/route.ts';
import type { DocumentVersion } from '#events/document/state.ts';
import { refuse } from '#events/failures.ts';
import { isApproving } from '#events/route/step.ts';
import type { Instant } from '#events/time.ts';

/** The organisation's quality unit: the function, and the approvers who hold it today. */
export interface QualityUnit {
  readonly name: string;
  /** A signature from before is not one of the quality unit. */
  readonly holders: readonly (Named & { readonly since: Instant })[];
}

/** Somebody who is asked, or who has signed. */
export type Approving = Pick<Approval, 'user' | 'signer' | 'signedAt' | 'step'>;

/**
 * Refuses approvers or signers of whom nobody is of the quality unit (21 CFR 211.22(c)), also where they only review.
 * `unit`: null for none.
 */
export function qualityMissing(
  version: Pick<DocumentVersion, 'route'>,
  people: readonly Approving[],
  unit: QualityUnit | null | undefined,
): Refusal | null {
  if (!unit) return null;
  const approves = ({ step }: Approving): boolean => {
    const found = stepOf(version, step);
    return found === null || isApproving(found);
  };
  const isOfUnit = ({ user, signer = user, signedAt }: Approving): boolean =>
    unit.holders.some(({ uid, since }) => uid === signer && (signedAt === undefined || signedAt >= since));
  if (people.some((one) => approves(one) && isOfUnit(one))) return null;
  const names = unit.holders.map(({ name }) => name).join(', ');
  const who = names || 'nobody yet. An admin grants the function to somebody else under Settings, Functions';
  const { route } = version;
  const along =
    route && ` If nobody of them fits an approving step of the route ${route.name}, an admin gives it a step for them.`;
  const rule = `At least one approver holds the function ${unit.name} (21 CFR 211.22(c)).`;
  const detail = `${rule} Who can: ${who}.${along ?? ''}`;
  return refuse('quality_step_required', { detail, fields: { approvers: [detail] } });
}
