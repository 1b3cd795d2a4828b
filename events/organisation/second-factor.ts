import { z } from 'zod';

/** When an organisation asks for a second factor. */
export const secondFactor = z.enum(['off', 'sign_in', 'sign_in_and_signing']);
export type SecondFactor = z.infer<typeof secondFactor>;

/** When an organisation with these settings asks for it; never where nobody has set it. */
export const secondFactorOf = (settings: { secondFactor?: SecondFactor | undefined }): SecondFactor =>
  settings.secondFactor ?? 'off';
