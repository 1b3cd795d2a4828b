import { z } from 'zod';
import { copyCheckpoints } from '#app/audit/checkpoints/rolled-back.ts';
import type { Task } from '#app/kit/job/task.ts';

/** Signs a checkpoint for each organisation whose ledger grew since its last one, and copies it out of the database. */
export const signCheckpointJob: Task = {
  name: 'sign-checkpoint',
  payload: z.unknown(),
  async run(_payload, ports) {
    await copyCheckpoints(ports, await ports.checkpoints.signDue());
  },
};
