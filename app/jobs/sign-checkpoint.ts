import { z } from 'zod';
import type { Task } from '#app/jobs/task.ts';

/** Signs a checkpoint for each organisation whose ledger grew since its last one. */
export const signCheckpointJob: Task = {
  name: 'sign-checkpoint',
  payload: z.unknown(),
  async run(_payload, { checkpoints }) {
    await checkpoints.signDue();
  },
};
