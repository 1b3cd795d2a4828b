import type { Strength } from '#app/ui/strength-meter/strength.ts';

/** Fields beside the password that say who chooses it. */
const personal = ['email', 'adminEmail', 'adminFirstName', 'adminLastName', 'name'];

/**
 * Judges a password in the browser as the server does, with what the form tells of the person and with `known`. The
 * dictionary (393 kB) is loaded at the first key, never before.
 */
export async function estimate(password: string, form: FormData, known: readonly string[] = []): Promise<Strength> {
  const { estimateStrength, hintsOf } = await import('#app/sign-in/adapters/strength.ts');
  const names = personal.map((name) => form.get(name)).filter((value) => typeof value === 'string');
  const strength = await estimateStrength(password, [...names, ...known]);
  return { score: strength.score, hints: hintsOf(strength) };
}
