import { z } from 'zod';
import { purgeKeptForms } from '#app/drafts/saved-forms.ts';
import { purgePrepared } from '#app/drafts/prepared-changes.ts';
import type { Task } from '#app/jobs/task.ts';

/** Days for which a form that was begun and not sent is kept, and the files with it. */
const days = 14;

/**
 * Removes forms that nobody came back for, and what calls prepared and never sent off; the files that they held on to go with the next
 * sweep of uploads.
 */
export const purgeKeptFormsTask: Task = {
  name: 'purge-kept-forms',
  payload: z.unknown(),
  async run(_payload, ports) {
    const removed = await purgeKeptForms(ports, days * 86_400_000);
    await purgePrepared(ports);
    if (removed > 0) ports.log.info({ removed }, 'forms that nobody came back for are removed');
  },
};
