import { z } from 'zod';

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

/** The two presets: the specification to the letter, and 21 CFR Part 11 with EU Annex 11. */
export const presets = {
  standard: none,
  regulated: { reasonForChange: true, separationOfDuties: true, identityVerified: true, unlockByAdmin: true },
} as const satisfies Record<string, OrganisationControls>;
export type Preset = keyof typeof presets;
export const presetNames = Object.keys(presets) as Preset[];

/** The controls that count in an organisation; all are off where nobody has set them. */
export const controlsOf = ({ controls }: { controls?: OrganisationControls | undefined }): OrganisationControls =>
  controls ?? none;

const controlNames = Object.keys(none) as (keyof OrganisationControls)[];

/** The preset whose controls these are, or `own` for another choice. */
export const presetOf = (controls: OrganisationControls): Preset | 'own' =>
  presetNames.find((preset) => controlNames.every((name) => presets[preset][name] === controls[name])) ?? 'own';

/** Days that an invitation stays valid. */
export const invitationDaysOf = ({ invitationDays }: { invitationDays?: number | undefined }): number =>
  invitationDays ?? 1;
