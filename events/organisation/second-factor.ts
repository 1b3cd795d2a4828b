import { z } from 'zod';

/** When an organisation asks for a second factor. */
export const secondFactor = z.enum(['off', 'sign_in', 'sign_in_and_signing']);
export type SecondFactor = z.infer<typeof secondFactor>;

/** When an organisation with these settings asks for it; never where nobody has set it. */
export const secondFactorOf = (settings: { secondFactor?: SecondFactor | undefined }): SecondFactor =>
  settings.secondFactor ?? 'off';

/** At which signatures, where it asks at signing. */
export const factorAtSigning = z.enum(['each_signature', 'first_of_session']);
export type FactorAtSigning = z.infer<typeof factorAtSigning>;

export const factorAtSigningOf = (settings: { factorAtSigning?: FactorAtSigning | undefined }): FactorAtSigning =>
  settings.factorAtSigning ?? 'each_signature';

/** Where a session had a second factor. */
export interface SessionFactor {
  readonly atSignIn: boolean;
  readonly atSigning: boolean;
}

/**
 * Whether a signature is asked for a second factor (21 CFR 11.200(a)(1)). The first one of a session is at least as
 * strong as its sign-in, whatever the setting.
 */
export function asksFactorToSign(
  settings: { secondFactor?: SecondFactor | undefined; factorAtSigning?: FactorAtSigning | undefined },
  { atSignIn, atSigning }: SessionFactor = { atSignIn: false, atSigning: false },
): boolean {
  const atEach = secondFactorOf(settings) === 'sign_in_and_signing';
  if (atEach && factorAtSigningOf(settings) === 'each_signature') return true;
  return !atSigning && (atEach || atSignIn);
}

/** Whether this person must have one: the organisation asks for it, or the issuer checks nothing of the local admin. */
export const needsFactor = (
  settings: { secondFactor?: SecondFactor | undefined; singleSignOn?: { localAdmin: string } | undefined },
  user: string,
): boolean => secondFactorOf(settings) !== 'off' || settings.singleSignOn?.localAdmin === user;
