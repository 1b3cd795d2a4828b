import type { AppendOutcome } from '#events/ledger/types.ts';
import type { Prepared } from './batch.ts';

/** An append that waits for its flight. */
export interface Passenger {
  readonly prepared: Prepared;
  readonly land: (outcome: AppendOutcome) => void;
  readonly fail: (error: unknown) => void;
}

/** Appends of one flight at most, counted in events. One append alone may be larger. */
export const seats = 256;

/** From so many on that wait at once, every other one stays for the next flight. */
const crowd = 32;

/**
 * Group commit: whatever queued while the last flight was out leaves with the next one. No timer: a flight leaves when the last one
 * is back, or at the end of the turn of the event loop in which the lane is idle and somebody waits.
 *
 * Callers that are told at once come back at once with their next append. A crowd of them is parted, so that one half is made
 * ready here while the other is in the air, rather than all wait for both.
 */
export class Lane {
  private queue: Passenger[] = [];
  private flying = false;
  private readonly send: (passengers: Passenger[]) => Promise<() => void>;
  private readonly emptied: () => void;

  /** `send` answers when the flight is back, with what tells its passengers. */
  constructor(send: (passengers: Passenger[]) => Promise<() => void>, emptied: () => void = () => {}) {
    this.send = send;
    this.emptied = emptied;
  }

  board(passenger: Passenger): void {
    this.queue.push(passenger);
    if (this.flying) return;
    this.flying = true;
    setImmediate(this.gather);
  }

  /** Those who came in one turn leave, or half of a crowd. */
  private readonly gather = (): void => {
    const { length } = this.queue;
    void this.depart(length < crowd ? length : Math.ceil(length / 2));
  };

  private async depart(most: number): Promise<void> {
    const passengers = this.call(most);
    // send settles every passenger itself; what it throws is a bug that must not leave anybody waiting.
    const failed = (error: unknown) => passengers.forEach((passenger) => passenger.fail(error));
    const settled = await this.send(passengers).catch((error: unknown) => () => failed(error));
    const tell = () => {
      try {
        settled();
      } catch (error) {
        failed(error);
      }
    };
    // Half a crowd would have to wait for all that the others do when they are told: it leaves first. A few do better to wait, since
    // the others come back at once, and a flight costs more than its seats.
    if (this.queue.length * 2 >= crowd && this.queue.length * 2 >= passengers.length) {
      void this.depart(this.queue.length);
      setImmediate(tell);
      return;
    }
    tell();
    setImmediate(() => {
      if (this.queue.length > 0) this.gather();
      else {
        this.flying = false;
        this.emptied();
      }
    });
  }

  /** Who flies next. The same command twice never shares a flight: the second one finds the first one's answer. */
  private call(most: number): Passenger[] {
    const called: Passenger[] = [];
    const left: Passenger[] = [];
    const commands = new Set<string>();
    let events = 0;
    for (const passenger of this.queue) {
      const { append, events: its } = passenger.prepared;
      const command = `${append.org}\n${append.commandId}`;
      const full = called.length === most || (called.length > 0 && events + its.length > seats);
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
