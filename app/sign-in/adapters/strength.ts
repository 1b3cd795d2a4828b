import type { ZXCVBNResult } from 'zxcvbn';

/** Characters a password must have at least (product.md section 9). */
export const shortestPassword = 10;
/** The score that a password must reach, of 0 to 4. */
export const requiredScore = 3;
/** zxcvbn takes 28 s for 1,200 characters, so only this many are estimated. */
const longestEstimated = 128;

export const strengthLabels = ['Very Weak', 'Weak', 'Okay', 'Good', 'Excellent'] as const;
export const strengthHint = 'Minimum of 10 characters';

/** What the meter shows, and whether the password may be chosen. */
export interface Strength {
  score: 0 | 1 | 2 | 3 | 4;
  label: (typeof strengthLabels)[number];
  acceptable: boolean;
  hint: typeof strengthHint;
  /** zxcvbn's sentence about what makes it weak; null where there is none. */
  warning: string | null;
  suggestions: string[];
}

const characters = (text: string): number => [...text].length;

/**
 * Estimates a password's strength, the same on the server and in the browser. `personal` is what an attacker who knows
 * the person tries first: names, email address, organisation. The score is at most 2 under 10 characters. zxcvbn (393
 * kB) is loaded at the first call.
 */
export async function estimateStrength(password: string, personal: readonly string[] = []): Promise<Strength> {
  const { default: zxcvbn } = await import('zxcvbn');
  // As it is hashed: in full width or taken apart, password12 would be long and unknown, and sign in as password12.
  const hashed = password.normalize('NFKC');
  return judge(hashed, zxcvbn(hashed.slice(0, longestEstimated), words(personal)));
}

function judge(password: string, { score, feedback }: ZXCVBNResult): Strength {
  const longEnough = characters(password) >= shortestPassword;
  const capped = longEnough ? score : (Math.min(score, 2) as 0 | 1 | 2);
  return {
    score: capped,
    label: strengthLabels[capped],
    acceptable: longEnough && capped >= requiredScore,
    hint: strengthHint,
    warning: feedback.warning || null,
    suggestions: feedback.suggestions,
  };
}

/** The sentences about a password that cannot be chosen: what is always required, and what is wrong with it. */
export const hintsOf = ({ acceptable, hint, warning, suggestions }: Strength): string[] =>
  acceptable ? [] : [hint, ...(warning === null ? [] : [warning]), ...suggestions];

/** Whole names and addresses and the words in them; single letters would only mark good passwords down. */
function words(personal: readonly string[]): string[] {
  const parts = personal
    .map((text) => text.normalize('NFKC'))
    .flatMap((text) => [text, ...text.split(/[\s@]+/u), ...text.split(/[\s@.,_'’-]+/u)]);
  return [...new Set(parts.map((part) => part.slice(0, longestEstimated)).filter((part) => characters(part) > 2))];
}
