import { addDays, type Instant } from '#events/time.ts';
import { codeOf } from '#events/error-code.ts';
import type { Ports } from '#app/kit/ports.ts';
import { CommandRefused } from '#app/set-up/demonstration/accepted.ts';

/** The time in the demonstration's past. It only goes forward. */
export class DemonstrationClock {
  #now: Instant;

  constructor(now: Instant) {
    this.#now = now;
  }

  readonly now = (): string => this.#now;

  moveTo(at: Instant): void {
    if (at > this.#now) this.#now = at;
  }
}

/** What `ledger.append` raises where events of the present have been recorded already. */
const pastIsOver = 'P0S01';

/**
 * The ports of the past: commands happen at the clock's time, and events are recorded under it. The ledger refuses that
 * for an organisation whose first event does not say that its times are simulated.
 */
export function portsOfThePast(ports: Ports, clock: DemonstrationClock): Ports {
  const { ledger, identity } = ports;
  const { codes } = identity;
  return {
    ...ports,
    now: clock.now,
    ledger: {
      ...ledger,
      async append(wanted) {
        try {
          return await ledger.append({ ...wanted, simulatedAt: clock.now() });
        } catch (error) {
          if (codeOf(error) !== pastIsOver) throw error;
          throw new CommandRefused('The simulated past', { code: 'conflict' });
        }
      },
    },
    identity: {
      ...identity,
      // Codes are of the present, because the latest one counts. A password is as old as its event says.
      codes: {
        ...codes,
        issue: (request) => codes.issue({ ...request, issuedAt: ports.now(), expiresAt: addDays(ports.now(), 1) }),
        check: (typed) => codes.check({ ...typed, now: ports.now() }),
      },
    },
  };
}
