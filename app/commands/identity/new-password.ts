import { refuse, type Failure } from '#events/failures.ts';
import { estimateStrength, type Strength } from '#app/identity/strength.ts';

/** What an attacker who knows the person tries first. */
export const personalWords = (person: { firstName: string; lastName: string; email: string }, more: string[] = []) => [
  person.firstName,
  person.lastName,
  person.email,
  ...more,
];

/** Judges a new password: the refusal where it is too weak, as `code`, else null. The field is `newPassword`. */
export async function weakness(
  password: string,
  personal: readonly string[],
  code: Failure['code'] = 'password_weak',
): Promise<{ ok: false; failure: Failure } | null> {
  const strength: Strength = await estimateStrength(password, personal);
  return strength.acceptable ? null : refuse(code);
}
