import { refuse } from '#events/failures.ts';
import { trainingRecord } from '#app/training/queries/training-history.ts';
import { ask } from '#app/kit/query/query.ts';
import { sendStored } from '#app/kit/downloads/stored-file.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { uidParams } from '#app/kit/screen/screen.ts';

/** The file that an import gives as evidence of training, for everybody who sees the record. */
export const loader = fileLoader({
  access: 'training.view_own',
  params: uidParams,
  async load(page) {
    const found = await ask(trainingRecord, { record: page.params.uid }, page);
    if (!found.ok) return found;
    const evidence = found.value.claimed?.evidence;
    return evidence ? sendStored(page, evidence) : refuse('file_missing');
  },
});
