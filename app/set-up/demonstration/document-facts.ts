import type { VersionChange } from '#events/document/change.ts';
import type { Department } from '#app/set-up/demonstration/northmere.ts';
import type { Language } from '#app/set-up/demonstration/more-languages.ts';

/** A version from its submission on. Days count from the load; people are named by their first name. */
export interface DemonstrationVersion {
  version: string;
  /** Sent for review. */
  day: number;
  /** Of the revision, or of the declaration that it was effective before. */
  reason?: string;
  /** What the revision changes; its reason stands above. */
  change?: Omit<VersionChange, 'reason' | 'trainingReason'> & { trainingReason?: string };
  /** The approvers who have signed, where not all have. */
  signers?: readonly string[];
  rejection?: { by: string; reason: string };
  /** An admin replaced an approver who was away. */
  replaced?: { old: string; by: string; reason: string };
  /** The day it becomes effective, where that is not four weeks after its submission; null: no final approval yet. */
  effective?: number | null;
  waiveTraining?: boolean;
  externallyEffective?: boolean;
}

export interface DemonstrationDocument {
  owner: string;
  type: string;
  area: string;
  number: string;
  name: string;
  language?: Language;
  approvers?: readonly string[];
  /** Who is trained on it. */
  departments?: readonly Department[];
  /** None: a draft of the day `drafted`. */
  versions: readonly DemonstrationVersion[];
  drafted?: number;
  /** Days. Default: two years. */
  trainingInterval?: number;
  /** Days. Default: two years. */
  reviewInterval?: number;
  /** The review that is due was not recorded. */
  reviewLeft?: true;
  /** Its last day. Without a day it is the present: the act that completes the demonstration. */
  retirement?: { day?: number; reason: string };
}

export const numberOf = ({ type, area, number }: Pick<DemonstrationDocument, 'type' | 'area' | 'number'>): string =>
  `${type === 'Work_Instruction' ? 'WI' : type}-${area}-${number}`;
