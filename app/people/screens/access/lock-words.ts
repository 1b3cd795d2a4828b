import type { AccountLock } from '#app/kit/people/lock.ts';
import { showMoment } from '#app/ui/text/date.ts';

/** How long an account is locked, without a full stop. */
export const lockWords = ({ until }: AccountLock): string =>
  until === null ? 'Locked until an admin unlocks it' : `Locked until ${showMoment(until)}`;
