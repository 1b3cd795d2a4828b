import type { z } from 'zod';
import type { Ports } from '#app/kit/ports.ts';

/**
 * A kind of job. It may run twice for one payload (a worker can die before it records the end), so the second run
 * changes nothing. What `run` throws is logged and the job is tried again, each time later.
 */
export interface Task<P = unknown> {
  readonly name: string;
  /** Names under which jobs of an earlier version may still be queued. */
  readonly formerNames?: readonly string[];
  readonly payload: z.ZodType<P>;
  /** Waits for external servers of this kind, which may be slow: such jobs only delay each other. */
  readonly waitsForOthers?: 'mail' | 'webhooks';
  /** `stopping` fires soon after the server was asked to stop. */
  run(payload: P, ports: Ports, stopping?: AbortSignal): Promise<void>;
}

/** A task that the clock starts, on one node only. */
export interface Recurring {
  task: string;
  /** Minute, hour, day of month, month, day of week, in UTC: `0 4 * * *` is four in the morning. */
  schedule: string;
  /** Milliseconds of downtime that are caught up; 0: missed runs are skipped. */
  catchUp: number;
}
