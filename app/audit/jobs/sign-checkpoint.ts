import { z } from 'zod';
import { signCheckpoints } from '#app/audit/checkpoints/sign.ts';
import type { Task } from '#app/kit/job/task.ts';

/** Each minute. */
export const signCheckpointJob: Task = {
  name: 'sign-checkpoint',
  payload: z.unknown(),
  run: (_payload, ports) => signCheckpoints(ports),
};
