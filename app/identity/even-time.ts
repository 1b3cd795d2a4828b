import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that a refusal takes at least: more than a checked password and a recorded failure together. */
const least = 300;

/**
 * Lets no refusal out sooner than `least` after `begun` (`performance.now()`): the failure of a person who exists is recorded, that of an
 * unknown address is not, and the difference must not be measurable.
 */
export async function evenTime(begun: number): Promise<void> {
  const left = least - (performance.now() - begun);
  if (left > 0) await sleep(left);
}
