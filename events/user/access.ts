import type { E } from '#events/catalogue.ts';
import type { Decision } from '#events/decider.ts';
import { refuse } from '#events/failures.ts';
import { may, type Principal } from '#events/permissions.ts';

/** An admin, or the console, ends a lock. */
export interface UnlockAccount {
  readonly principal: Principal;
  /** The person's uid. */
  readonly user: string;
  readonly locked: boolean;
  readonly reason: string | null;
}

/** Rules on the unlocking of an account. Nobody unlocks their own: another person looks at what happened. */
export function unlockAccount({ principal, user, locked, reason }: UnlockAccount): Decision<E<'AccountUnlocked'>> {
  if (principal.kind !== 'system' && !may(principal, 'user.unlock'))
    return refuse('not_allowed', { detail: 'Only an admin can unlock an account.' });
  if (principal.kind === 'user' && principal.uid === user)
    return refuse('not_allowed', { detail: 'Nobody unlocks their own account. Another admin can.' });
  if (!locked) return refuse('account_not_locked');
  return { ok: true, events: [{ type: 'AccountUnlocked', data: { user, reason } }] };
}
