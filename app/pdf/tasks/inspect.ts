import type { Result } from '#events/failures.ts';
import { inspectPdf } from '#app/pdf/inspect.ts';
import { inBlocks } from '#app/storage/random-access.ts';
import { borrowFile, type LentFile } from '#app/workers/lent-file.ts';

export default ({ file }: { file: LentFile }): Promise<Result<{ pages: number }>> =>
  inspectPdf(inBlocks(borrowFile(file)));
