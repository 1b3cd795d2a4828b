import cluster from 'node:cluster';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface CallLimits {
  /** Counts a request of a session (its public id) or of a network address. Answers the seconds to wait, else null. */
  admit(session: string | null, address: string): Promise<number | null>;
}

/** The web processes of a cluster count together, in the primary process (`RateLimiterClusterMaster`). */
const limiter = (keyPrefix: string, points: number) =>
  new (cluster.isWorker ? RateLimiterCluster : RateLimiterMemory)({ keyPrefix, points, duration: 60 });

/** Limits the requests of one client. A visitor has a tenth of a signed-in person's. */
export function createCallLimits(perMinute: number): CallLimits {
  const sessions = limiter('session', perMinute);
  const visitors = limiter('visitor', Math.ceil(perMinute / 10));
  return {
    async admit(session, address) {
      try {
        await (session === null ? visitors.consume(address) : sessions.consume(session));
        return null;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw refused;
      }
    },
  };
}
