import type { Result } from '#events/failures.ts';
import { collect } from '#app/adapters/pdf/intake/engine.ts';
import { inspectPdf, type Inspected } from '#app/adapters/pdf/intake/intake.ts';
import { inBlocks } from '#app/adapters/storage/random-access.ts';
import { borrowFile, type LentFile } from '#app/adapters/workers/lent-file.ts';

export default async ({ file }: { file: LentFile }): Promise<Result<Inspected>> => {
  try {
    return await inspectPdf(inBlocks(borrowFile(file)));
  } finally {
    await collect();
  }
};
