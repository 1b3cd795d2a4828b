import { z } from 'zod';
import { uid } from '#events/common.ts';
import type { Task } from '#app/jobs/task.ts';

const founded = z.object({ org: uid, name: z.string() });

/** An organisation was set up: its certificate for sealing signed PDFs is there before the first of them. */
export const issueSealTask: Task<z.infer<typeof founded>> = {
  name: 'issue-seal',
  payload: founded,
  async run({ org, name }, ports) {
    await ports.seals.of(org, name, ports.now());
  },
};
