import type { Result } from '#events/failures.ts';
import { inspectPdf, type Inspected } from '#app/pdf/intake/intake.ts';
import { inBlocks } from '#app/storage/random-access.ts';
import { borrowFile, type LentFile } from '#app/workers/lent-file.ts';

export default ({ file }: { file: LentFile }): Promise<Result<Inspected>> => inspectPdf(inBlocks(borrowFile(file)));
