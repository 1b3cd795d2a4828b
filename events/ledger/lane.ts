import type { AppendOutcome } from './types.ts';
import type { Prepared } from './batch.ts';

/** An append that waits for its flight. */
export interface Passenger {
  readonly prepared: Prepared;
  readonly land: (outcome: AppendOutcome) => void;
  readonly fail: (error: unknown) => void;
}

/** Appends of one flight at most, counted in events. One append alone may be larger. */
export const seats = 256;

/**
 * Group commit: whatever queued while the last flight was out leaves with the next one. No timer: a flight leaves at
 * the end of the turn of the event loop in which the lane is idle and somebody waits.
 */
export class Lane {
  private queue: Passenger[] = [];
  private flying = false;
  private readonly send: (passengers: Passenger[]) => Promise<void>;
  private readonly emptied: () => void;

  constructor(send: (passengers: Passenger[]) => Promise<void>, emptied: () => void = () => {}) {
    this.send = send;
    this.emptied = emptied;
  }

  board(passenger: Passenger): void {
    this.queue.push(passenger);
    if (this.flying) return;
    this.flying = true;
    setImmediate(this.depart);
  }

  private readonly depart = (): void => {
    const passengers = this.call();
    this.send(passengers)
      // send settles every passenger itself; what it throws is a bug that must not leave anybody waiting.
      .catch((error: unknown) => passengers.forEach((passenger) => passenger.fail(error)))
      .finally(() => {
        if (this.queue.length > 0) setImmediate(this.depart);
        else {
          this.flying = false;
          this.emptied();
        }
      });
  };

  /** Who flies next. The same command twice never shares a flight: the second one finds the first one's answer. */
  private call(): Passenger[] {
    const called: Passenger[] = [];
    const left: Passenger[] = [];
    const commands = new Set<string>();
    let events = 0;
    for (const passenger of this.queue) {
      const { append, events: its } = passenger.prepared;
      const command = `${append.org}\n${append.commandId}`;
      const full = called.length > 0 && events + its.length > seats;
      if (full || commands.has(command)) {
        left.push(passenger);
        if (full) events = seats;
      } else {
        called.push(passenger);
        commands.add(command);
        events += its.length;
      }
    }
    this.queue = left;
    return called;
  }
}
