import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface CallLimits {
  /** Counts a call of a session (its public id), or of a visitor by the network address; the seconds to wait where there were too many, else null. */
  admit(session: string | null, address: string): Promise<number | null>;
}

/**
 * Keeps one client from taking the server from all others. Counted by each process for itself: it guards this process's own time. A visitor
 * has a tenth of what a signed-in person has; guessing passwords and codes is limited by rules of their own.
 */
export function createCallLimits(perMinute: number): CallLimits {
  const sessions = new RateLimiterMemory({ points: perMinute, duration: 60 });
  const visitors = new RateLimiterMemory({ points: Math.ceil(perMinute / 10), duration: 60 });
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
