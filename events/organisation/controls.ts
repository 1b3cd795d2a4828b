import { z } from 'zod';
import type { Named } from '#events/common.ts';
import type { SecondFactor } from '#events/organisation/second-factor.ts';

/** Controls that a regulated organisation switches on (21 CFR Part 11, EU Annex 11). */
export const organisationControls = z.object({
  /** A reason is required wherever one is offered. */
  reasonForChange: z.boolean(),
  /** The owner and the person of the final approval are not the only approver. */
  separationOfDuties: z.boolean(),
  /** Nobody signs before an admin recorded how their identity was verified. */
  identityVerified: z.boolean(),
  /** A lockout does not end by itself. */
  unlockByAdmin: z.boolean(),
});
export type OrganisationControls = z.infer<typeof organisationControls>;

const none: OrganisationControls = {
  reasonForChange: false,
  separationOfDuties: false,
  identityVerified: false,
  unlockByAdmin: false,
};

/** Everything that a preset sets. */
interface PresetSettings {
  readonly controls: OrganisationControls;
  readonly revisionReasons: boolean;
  readonly commentsBlock: boolean;
  /** A function is the quality unit. */
  readonly qualityUnit: boolean;
  readonly secondFactor: SecondFactor;
}

/** The two presets: the specification to the letter, and 21 CFR Part 11 with EU Annex 11. */
export const presets = {
  standard: { controls: none, revisionReasons: false, commentsBlock: false, qualityUnit: false, secondFactor: 'off' },
  regulated: {
    controls: { reasonForChange: true, separationOfDuties: true, identityVerified: true, unlockByAdmin: true },
    revisionReasons: true,
    commentsBlock: true,
    qualityUnit: true,
    secondFactor: 'sign_in',
  },
} as const satisfies Record<string, PresetSettings>;
export type Preset = keyof typeof presets;
export const presetNames = Object.keys(presets) as Preset[];

/** The controls that count in an organisation; all are off where nobody has set them. */
export const controlsOf = ({ controls }: { controls?: OrganisationControls | undefined }): OrganisationControls =>
  controls ?? none;

const controlNames = Object.keys(none) as (keyof OrganisationControls)[];

/** What a preset is judged by; absent where nobody has set it: off. */
export interface ControlSettings {
  readonly controls?: OrganisationControls | undefined;
  readonly revisionReasons?: boolean | undefined;
  readonly commentsBlock?: boolean | undefined;
  readonly qualityUnit?: Named | null | undefined;
}

/** The preset whose four controls these are. It tells how an organisation was set up, also before presets set more. */
export const presetOfControls = (controls: OrganisationControls): Preset | 'own' =>
  presetNames.find((preset) => controlNames.every((name) => presets[preset].controls[name] === controls[name])) ??
  'own';

/** The preset of these settings, or `own` for another choice. The second factor is not judged: words say it. */
export function presetOf(settings: ControlSettings): Preset | 'own' {
  const found = presetOfControls(controlsOf(settings));
  if (found === 'own') return found;
  const { revisionReasons, commentsBlock, qualityUnit } = presets[found];
  const isWhole =
    revisionReasons === (settings.revisionReasons ?? false) &&
    commentsBlock === (settings.commentsBlock ?? false) &&
    qualityUnit === Boolean(settings.qualityUnit);
  return isWhole ? found : 'own';
}

/** Days that an invitation stays valid. */
export const invitationDaysOf = ({ invitationDays }: { invitationDays?: number | undefined }): number =>
  invitationDays ?? 1;

/** The function that a preset makes the quality unit, where none is chosen. */
export const qualityUnitName = 'Quality unit';
