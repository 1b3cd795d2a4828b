import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** Seconds between the server's clock and the database's that are logged and named, and that make the product unready. */
export const clockTolerance = { named: 5, unready: 60 };

const measureEvery = 10_000;

/** The one clock of the product: the database's, by which events are recorded too. */
export interface DatabaseClock {
  /** ISO 8601 in UTC with milliseconds. */
  now(): string;
  /** For `/readyz`: names a difference of more than 5 s; rejects over 60 s. */
  check(): Promise<string | undefined>;
  close(): void;
}

/** Reads the database's clock, and carries it on by the monotonic clock between two readings. */
export async function createDatabaseClock(
  pool: Pick<Pool, 'query'>,
  log: Logger,
  serverNow: () => number = Date.now,
): Promise<DatabaseClock> {
  let offset = serverNow() - performance.now();
  let named = false;

  /** Answers by how many milliseconds the server's clock is ahead. */
  async function measure(): Promise<number> {
    const begun = performance.now();
    const { rows } = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
    const ended = performance.now();
    offset = Number(rows[0]?.ms) - (begun + ended) / 2;
    const ahead = serverNow() - (offset + performance.now());
    const differs = Math.abs(ahead) > clockTolerance.named * 1000;
    if (differs && !named) log.warn({ seconds: Math.round(ahead / 1000) }, 'clock.differs');
    named = differs;
    return ahead;
  }

  const remeasure = () => measure().catch((error: unknown) => log.warn({ err: error }, 'clock.not_read'));
  await remeasure();
  const timer = setInterval(() => void remeasure(), measureEvery);
  timer.unref();
  return {
    now: () => new Date(offset + performance.now()).toISOString(),
    async check() {
      const seconds = Math.round((await measure()) / 1000);
      const words = `the server's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the database's`;
      if (Math.abs(seconds) > clockTolerance.unready) throw new Error(words);
      return Math.abs(seconds) > clockTolerance.named ? words : undefined;
    },
    close: () => clearInterval(timer),
  };
}
