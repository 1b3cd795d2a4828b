import type { Instant } from '#events/time.ts';
import type { Ports } from '#app/kit/ports.ts';

/** How long an account is locked: until a moment, or until an admin unlocks it (null). */
export interface AccountLock {
  until: Instant | null;
}

interface LockColumns {
  locked_until: Instant | null;
  awaits_unlock_since: Instant | null;
}

/** The lock of an account at a moment, as the ledger has it. */
export function lockAt(
  { locked_until: until, awaits_unlock_since: since }: LockColumns,
  now: Instant,
): AccountLock | null {
  if (since !== null) return { until: null };
  return until !== null && until > now ? { until } : null;
}

/** Whether the ledger has a person of the organisation as locked now. */
export const isLocked = (
  { ports, org, now }: { ports: Pick<Ports, 'database'>; org: string; now: Instant },
  user: string,
): Promise<boolean> =>
  ports.database.read(org, async (db) => {
    const row = await db
      .selectFrom('read.user_account')
      .select(['locked_until', 'awaits_unlock_since'])
      .where('uid', '=', user)
      .executeTakeFirst();
    return row !== undefined && lockAt(row, now) !== null;
  });
