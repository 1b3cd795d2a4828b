/** How strong a password is, computed by server and browser alike. */
export type Strength = {
  /** 0 to 4; at most 2 under ten characters. */
  score: 0 | 1 | 2 | 3 | 4;
  /** What would make it stronger, one sentence each. */
  hints: readonly string[];
};

const labels = ['Very Weak', 'Weak', 'Okay', 'Good', 'Excellent'] as const;

export const strengthLabel = (score: Strength['score']) => labels[score];
