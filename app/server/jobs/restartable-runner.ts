import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type { Logger } from 'pino';

/** Milliseconds before a runner that ended is replaced. */
const restartDelay = 1_000;

/**
 * Graphile Worker's runner, restarted after it ended by itself, and after the clock jumped: it would otherwise catch up
 * every minute of a jump ahead, and after a jump back start nothing until the clock has reached the old time again.
 */
export class RestartableRunner {
  #runner: Runner | undefined;
  #ended: string | undefined;
  #stopping = false;
  #restarting: Promise<void> = Promise.resolve();

  constructor(
    private readonly begin: () => Promise<Runner>,
    private readonly log: Logger,
  ) {}

  async start(): Promise<void> {
    const runner = await this.begin();
    this.#runner = runner;
    this.#ended = undefined;
    const onEnd = (reason: string): void => {
      if (runner !== this.#runner) return;
      this.#ended = reason;
      this.#replace();
    };
    runner.promise.then(
      () => onEnd('The worker was stopped.'),
      (error: unknown) => {
        this.log.error({ err: error }, 'worker.ended');
        onEnd('The worker ended.');
      },
    );
  }

  /** After a runner that ended by itself. */
  #replace(): void {
    this.#restarting = this.#restarting.then(async () => {
      if (!this.#stopping) await sleep(restartDelay);
      if (this.#ended) await this.#startWhenPossible();
    });
  }

  /** Restarts once the running jobs have ended. */
  restart(): void {
    this.#restarting = this.#restarting.then(async () => {
      const before = this.#runner;
      if (this.#stopping || this.#ended || !before) return;
      this.#runner = undefined;
      await before.stop().catch((error: unknown) => this.log.warn({ err: error }, 'worker.stop_failed'));
      await this.#startWhenPossible();
    });
  }

  /** A machine that wakes often finds its database connections gone, too. */
  async #startWhenPossible(): Promise<void> {
    for (let tries = 1; !this.#stopping; tries++) {
      try {
        return await this.start();
      } catch (error) {
        this.log.warn({ err: error }, 'worker.restart_failed');
        await sleep(Math.min(tries * 250, 5_000));
      }
    }
  }

  /** Throws if the runner has ended. */
  check(): void {
    if (this.#ended) throw new Error(this.#ended);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#restarting;
    if (!this.#ended) await this.#runner?.stop();
  }
}
