import type { Recurring, Task } from '#app/jobs/task.ts';

/** Every kind of job. */
export const tasks: readonly Task[] = [];

/** What the clock begins. */
export const recurring: readonly Recurring[] = [];
