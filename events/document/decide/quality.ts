import type { Named } from '#events/common.ts';
import type { Refusal } from '#events/document/decide/guards.ts';
import { refuse } from '#events/failures.ts';

/** The organisation's quality unit: the function, and the people who hold it today. */
export interface QualityUnit {
  readonly name: string;
  readonly holders: readonly Named[];
}

/** Refuses approvers, or signers (uids), of whom nobody is of the quality unit. `unit`: null where there is none. */
export function qualityMissing(people: readonly string[], unit: QualityUnit | null | undefined): Refusal | null {
  if (!unit || unit.holders.some(({ uid }) => people.includes(uid))) return null;
  const names = unit.holders.map(({ name }) => name).join(', ');
  const who = names || 'nobody yet. An admin grants the function to somebody else under Settings, Functions';
  const detail = `At least one approver holds the function ${unit.name} (21 CFR 211.22(c)). Who can: ${who}.`;
  return refuse('quality_step_required', { detail, fields: { approvers: [detail] } });
}
