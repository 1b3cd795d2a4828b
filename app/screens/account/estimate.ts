import type { Strength } from '#app/ui/strength-meter/strength.ts';

/** Judges a password in the browser as the server does. The dictionary (393 kB) is loaded at the first key, never before. */
export async function estimate(password: string): Promise<Strength> {
  const { estimateStrength } = await import('#app/identity/strength.ts');
  const { score, warning, suggestions } = await estimateStrength(password);
  return { score, hints: [warning, ...suggestions].filter((hint) => hint !== null) };
}
