import { setImmediate } from 'node:timers/promises';
import type { PreparedAppend } from './prepare.ts';
import type { AppendOutcome } from '#events/ledger/types.ts';

/** An append that waits to be recorded, and how its caller hears what became of it. */
export interface PendingAppend {
  readonly prepared: PreparedAppend;
  readonly settle: (outcome: AppendOutcome) => void;
  readonly fail: (error: unknown) => void;
}

/** A batch has no more events than this. One append alone may have more. */
export const maxBatchSize = 256;

/**
 * Group commit for one organisation: appends that arrive while a batch is being recorded wait, and make up the next
 * batch. No append waits for a timer.
 */
export class Batcher {
  #queue: PendingAppend[] = [];
  #running = false;

  /** `record` settles each append of a batch; `idle` is called when no append is left. */
  constructor(
    private readonly record: (batch: readonly PendingAppend[]) => Promise<void>,
    private readonly idle: () => void,
  ) {}

  /** Adds an append to the next batch. */
  enqueue(pending: PendingAppend): void {
    this.#queue.push(pending);
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    do {
      // Callers that enqueue in the same turn of the event loop share a batch.
      await setImmediate();
      const batch = this.#take();
      await this.record(batch).catch((error: unknown) => batch.forEach((pending) => pending.fail(error)));
      await setImmediate();
    } while (this.#queue.length > 0);
    this.#running = false;
    this.idle();
  }

  /**
   * The same command twice never shares a batch: the second one finds the first one's answer. Nor do simulated times
   * and the present.
   */
  #take(): PendingAppend[] {
    const commands = new Set<string>();
    let events = 0;
    const isSimulated = this.#queue[0]?.prepared.append.simulatedAt !== undefined;
    const end = this.#queue.findIndex(({ prepared }, i) => {
      const { commandId, simulatedAt } = prepared.append;
      if ((simulatedAt !== undefined) !== isSimulated) return true;
      const repeated = commands.has(commandId);
      commands.add(commandId);
      events += prepared.events.length;
      return repeated || (i > 0 && events > maxBatchSize);
    });
    return this.#queue.splice(0, end < 0 ? this.#queue.length : end);
  }
}
