import cluster from 'node:cluster';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How many requests of a minute are left, and the seconds until the minute ends. */
export interface Admission {
  admitted: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

export interface CallLimits {
  /** Counts a request of a session (its public id) or of a network address. */
  admit(session: string | null, address: string): Promise<Admission>;
}

/** The web processes of a cluster count together, in the primary process (`RateLimiterClusterMaster`). */
const limiter = (keyPrefix: string, points: number) =>
  new (cluster.isWorker ? RateLimiterCluster : RateLimiterMemory)({ keyPrefix, points, duration: 60 });

/** Limits the requests of one client. A visitor has a tenth of a signed-in person's. */
export function createCallLimits(perMinute: number): CallLimits {
  const forVisitors = Math.ceil(perMinute / 10);
  const sessions = limiter('session', perMinute);
  const visitors = limiter('visitor', forVisitors);
  return {
    async admit(session, address) {
      const counted = session === null ? visitors.consume(address) : sessions.consume(session);
      const { admitted, remainingPoints, msBeforeNext } = await counted.then(
        (left) => ({ admitted: true, ...left.toJSON() }),
        (thrown: unknown) => {
          if (thrown instanceof RateLimiterRes) return { admitted: false, ...thrown.toJSON() };
          throw thrown;
        },
      );
      return {
        admitted,
        limit: session === null ? forVisitors : perMinute,
        remaining: Math.max(0, remainingPoints),
        resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      };
    },
  };
}

/** The headers of draft-ietf-httpapi-ratelimit-headers, as GitHub and others send them. */
export const limitHeaders = ({ limit, remaining, resetSeconds }: Admission): Record<string, string> => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(resetSeconds),
  'RateLimit-Policy': `${limit};w=60`,
});
