import { z } from 'zod';
import { sweepUploads } from '#app/storage/sweep.ts';
import type { Task } from '#app/jobs/task.ts';

/** Removes what was uploaded and never became part of a document. */
export const sweepUploadsTask: Task = {
  name: 'sweep-uploads',
  payload: z.unknown(),
  async run(_payload, ports) {
    const counts = await sweepUploads(ports);
    if (counts.removed > 0) ports.log.info(counts, 'uploads that were never used are removed');
  },
};
