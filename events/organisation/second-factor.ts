import { z } from 'zod';
import type { Preset } from '#events/organisation/controls.ts';

/** When an organisation asks for a second factor. */
export const secondFactor = z.enum(['off', 'sign_in', 'sign_in_and_signing']);
export type SecondFactor = z.infer<typeof secondFactor>;

/** When an organisation with these settings asks for it; never where nobody has set it. */
export const secondFactorOf = (settings: { secondFactor?: SecondFactor | undefined }): SecondFactor =>
  settings.secondFactor ?? 'off';

/** Whether this person must have one: the organisation asks for it, or the issuer checks nothing of the local admin. */
export const needsFactor = (
  settings: { secondFactor?: SecondFactor | undefined; singleSignOn?: { localAdmin: string } | undefined },
  user: string,
): boolean => secondFactorOf(settings) !== 'off' || settings.singleSignOn?.localAdmin === user;

/** What choosing a preset switches on, as a setting of its own. */
export const secondFactorOfPreset = { standard: 'off', regulated: 'sign_in' } as const satisfies Record<
  Preset,
  SecondFactor
>;
