import { z } from 'zod';
import { sha256, uid } from '#events/common.ts';
import { admitImported, type ImportedArchive } from '#app/set-up/commands/admit-imported.ts';
import type { Task } from '#app/kit/job/task.ts';

/** After an import: records it, and asks everybody to choose a password. The import enqueues it as it commits. */
export const admitImportedJob: Task<ImportedArchive> = {
  name: 'admit-imported',
  payload: z.object({ org: uid, archive: sha256, size: z.number(), root: sha256 }),
  run: (archive, ports) => admitImported(ports, archive),
};
