import type { Result } from '#events/failures.ts';
import { refuse } from '#events/failures.ts';
import type { IdentityDatabase } from './accounts.ts';
import { networkOf } from './network.ts';
import { createRateLimit } from './rate-limit.ts';

/** Wrong codes that one network address may send within 15 minutes, for all accounts together. */
export const wrongCodes = { points: 20, seconds: 900 };

export interface CodeTries {
  /**
   * Checks a code for a network address; after too many wrong ones from there it is not checked (`too_many_requests`).
   * The code itself stays valid: nobody can use up another person's.
   */
  check<T>(address: string | null, check: () => Promise<Result<T>>): Promise<Result<T>>;
}

export function createCodeTries(database: Pick<IdentityDatabase, 'pool'>): CodeTries {
  const limit = createRateLimit(database, { name: 'wrong-code', ...wrongCodes });
  return {
    async check(address, check) {
      if (address === null) return check();
      // Counted before it is checked, so that many at once get no more answers; a right one is given back.
      const wait = await limit.take(networkOf(address));
      if (wait !== null) return refuse('too_many_requests', { facts: { retryAfterSeconds: wait } });
      const checked = await check();
      if (checked.ok || checked.failure.code !== 'code_wrong') await limit.giveBack(networkOf(address));
      return checked;
    },
  };
}
