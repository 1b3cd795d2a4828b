import type { z } from 'zod';
import type { Ports } from '#app/ports.ts';

/**
 * A kind of job. It may run more than once for the same payload (a worker can die between the work and noting it down),
 * so `run` changes nothing the second time. `stopping` fires soon after the server was asked to stop. What it throws is logged, and the job is tried again, later each time.
 */
export interface Task<P = unknown> {
  readonly name: string;
  readonly payload: z.ZodType<P>;
  /** Waits for a server of somebody else's, which may be long in answering: such jobs hold up each other alone. */
  readonly waitsForOthers?: true;
  run(payload: P, ports: Ports, stopping?: AbortSignal): Promise<void>;
}

/** A task that the clock begins, on one node only however many run. */
export interface Recurring {
  task: string;
  /** Minute, hour, day of month, month, day of week, in UTC: `0 4 * * *` is four in the morning. */
  schedule: string;
  /** Milliseconds that are caught up after downtime; 0: missed times stay missed. */
  catchUp: number;
}
