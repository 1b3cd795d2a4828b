import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { instantOf, type Instant } from '#events/time.ts';
import { Fault } from '#app/adapters/environment/fault.ts';

/**
 * Seconds between the server's clock and the database's that are logged and named, and that make the product unready.
 */
export const clockTolerance = { named: 5, unready: 60 };

const measureEvery = 10_000;
/** Milliseconds by which the database's clock may run ahead of the monotonic clock before that has to be confirmed. */
const jumpTolerance = 60_000;
/** Milliseconds for which a clock that jumped must run in step with the monotonic clock again, and how exactly. */
const confirmation = { after: 5_000, within: 1_000 };

/** The one clock of the product: the database's, by which events are recorded too. */
export interface DatabaseClock {
  now(): Instant;
  /**
   * After the database's clock jumped ahead: true once it runs in step with the monotonic clock and agrees with the
   * server's own clock, so that `now` follows it. Takes five seconds.
   */
  confirm(): Promise<boolean>;
  /** For `/readyz`: names a difference of more than 5 s; rejects over 60 s, and after a jump that is not confirmed. */
  check(): Promise<string | undefined>;
  close(): void;
}

export interface DatabaseClockOptions {
  /** Milliseconds since 1970 by the server's own clock. */
  serverNow?: () => number;
  confirmAfter?: number;
}

/** Reads the database's clock, and carries it on by the monotonic clock between two readings. */
export async function createDatabaseClock(
  pool: Pick<Pool, 'query'>,
  log: Logger,
  { serverNow = Date.now, confirmAfter = confirmation.after }: DatabaseClockOptions = {},
): Promise<DatabaseClock> {
  /** Milliseconds from the monotonic clock to the database's; null before the first reading. */
  let offset: number | null = null;
  let jumped = false;
  let named = false;
  let confirming: Promise<boolean> | undefined;

  /** A reading of the database's clock, and by how many milliseconds the server's is ahead of it. */
  async function read(): Promise<{ offset: number; ahead: number }> {
    const begun = performance.now();
    const { rows } = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
    const ended = performance.now();
    const read = Number(rows[0]?.ms) - (begun + ended) / 2;
    return { offset: read, ahead: serverNow() - (read + performance.now()) };
  }

  async function measure(): Promise<number> {
    const reading = await read();
    const seconds = Math.round(reading.ahead / 1000);
    const differs = Math.abs(reading.ahead) > clockTolerance.named * 1000;
    if (differs && !named) log.warn({ seconds }, 'clock.differs');
    named = differs;
    jumped = offset !== null && reading.offset - offset > jumpTolerance;
    if (jumped) void confirm();
    else offset = reading.offset;
    return seconds;
  }

  async function tryToConfirm(): Promise<boolean> {
    const first = await read();
    if (offset === null || first.offset - offset <= jumpTolerance) return true;
    const seconds = Math.round((first.offset - offset) / 1000);
    log.error({ seconds }, 'clock.jumped_ahead');
    await sleep(confirmAfter);
    const second = await read();
    const inStep = Math.abs(second.offset - first.offset) < confirmation.within;
    if (!inStep || Math.abs(second.ahead) > clockTolerance.unready * 1000) return false;
    offset = second.offset;
    jumped = false;
    log.warn({ seconds }, 'clock.jump_confirmed');
    return true;
  }

  const confirm = (): Promise<boolean> =>
    (confirming ??= tryToConfirm()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'clock.not_read');
        return false;
      })
      .finally(() => (confirming = undefined)));

  const remeasure = () => measure().catch((error: unknown) => log.warn({ err: error }, 'clock.not_read'));
  await remeasure();
  const timer = setInterval(() => void remeasure(), measureEvery);
  timer.unref();
  return {
    now: () => instantOf((offset ?? serverNow() - performance.now()) + performance.now()),
    confirm,
    async check() {
      const seconds = await measure();
      if (jumped) throw new Fault("the database's clock jumped ahead by more than a minute, and that is not confirmed");
      const side = seconds > 0 ? 'ahead of' : 'behind';
      const words = `the server's clock is ${Math.abs(seconds)} s ${side} the database's`;
      if (Math.abs(seconds) > clockTolerance.unready) throw new Fault(words);
      return Math.abs(seconds) > clockTolerance.named ? words : undefined;
    },
    close: () => clearInterval(timer),
  };
}
