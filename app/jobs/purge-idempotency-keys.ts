import { z } from 'zod';
import type { Task } from '#app/jobs/task.ts';

/** Removes what calls were answered longer than a day ago. The queue adds `_cron` to the payload. */
export const forgetCallAnswers: Task<object> = {
  name: 'forget-call-answers',
  payload: z.looseObject({}),
  run: (_payload, { callAnswers, now }) => callAnswers.purge(now()),
};
