import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface CallLimits {
  /** Counts a call of a session (its public id), or of a visitor by the network address; the seconds to wait where there were too many, else null. */
  admit(session: string | null, address: string): Promise<number | null>;
}

/** Calls by whom they are counted for: a session, or null and an address. */
export type Counted = [session: string | null, address: string, calls: number][];

/** What the processes that answer beside this one count. */
export interface OtherCounts {
  /** Tells them what was counted here. */
  tell(counted: Counted): void;
  /** Calls back with what one of them counted. */
  heed(count: (counted: Counted) => void): void;
}

/** How often the others are told, in milliseconds: what one may exceed the limit by is what it does meanwhile. */
const between = 100;

/**
 * Keeps one client from taking the server from all others. Each process counts by itself, so that no call waits for it, and tells the
 * others. A visitor has a tenth of what a signed-in person has; guessing passwords and codes is limited by rules of their own.
 */
export function createCallLimits(perMinute: number, others?: OtherCounts): CallLimits {
  const sessions = new RateLimiterMemory({ points: perMinute, duration: 60 });
  const visitors = new RateLimiterMemory({ points: Math.ceil(perMinute / 10), duration: 60 });
  const limiterOf = (session: string | null) => (session === null ? visitors : sessions);
  const untold = new Map<string, Counted[number]>();
  const tellOthers = () => {
    others?.tell([...untold.values()]);
    untold.clear();
  };
  others?.heed((counted) => {
    for (const [session, address, calls] of counted) void limiterOf(session).penalty(session ?? address, calls);
  });
  return {
    async admit(session, address) {
      try {
        await limiterOf(session).consume(session ?? address);
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw refused;
      }
      if (!others) return null;
      if (untold.size === 0) setTimeout(tellOthers, between).unref();
      const key = `${session === null ? 'visitor' : 'session'} ${session ?? address}`;
      untold.set(key, [session, session === null ? address : '', (untold.get(key)?.[2] ?? 0) + 1]);
      return null;
    },
  };
}
