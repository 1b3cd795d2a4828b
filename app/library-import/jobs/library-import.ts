import { z } from 'zod';
import { uid } from '#events/common.ts';
import { preview } from '#app/library-import/source-pack/preview.ts';
import { runImport } from '#app/library-import/source-pack/run.ts';
import type { Task } from '#app/kit/job/task.ts';

const followed = z.object({ org: uid, import: uid });

/** Reads and checks the pack of an import. */
export const previewImportJob: Task<z.infer<typeof followed>> = {
  name: 'preview-import',
  payload: followed,
  run: ({ org, import: of }, ports, stopping) => preview(ports, org, of, stopping),
};

/** Carries out an approved import; it goes on where it was stopped. */
export const runImportJob: Task<z.infer<typeof followed>> = {
  name: 'run-import',
  payload: followed,
  run: ({ org, import: of }, ports, stopping) => runImport(ports, org, of, stopping),
};
