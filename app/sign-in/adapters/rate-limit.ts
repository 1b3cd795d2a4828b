import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { IdentityDatabase } from './accounts.ts';

export interface RateLimit {
  /** Takes one point; the seconds to wait where none is left, else null. */
  take(key: string): Promise<number | null>;
  /** Takes back a point that counts no more. */
  giveBack(key: string): Promise<void>;
  /** The seconds to wait where no point is left, else null. */
  check(key: string): Promise<number | null>;
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** At most so many points in so many seconds for each key, counted in PostgreSQL for all processes together. */
export function createRateLimit(
  { pool }: Pick<IdentityDatabase, 'pool'>,
  { name, points, seconds }: { name: string; points: number; seconds: number },
): RateLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'identity',
    tableName: 'address_failure',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return null;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return secondsOf(refused);
        throw refused;
      }
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
    async check(key) {
      const used = await limiter.get(key);
      return used && used.consumedPoints >= points ? secondsOf(used) : null;
    },
  };
}
