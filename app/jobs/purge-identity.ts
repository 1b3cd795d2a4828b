import { z } from 'zod';
import type { Task } from '#app/jobs/task.ts';

/** Removes expired sessions, old codes and old attempts. The queue adds `_cron` to the payload. */
export const purgeIdentity: Task<object> = {
  name: 'purge-identity',
  payload: z.looseObject({}),
  run: (_payload, { identity, now }) => identity.purge(now()),
};
