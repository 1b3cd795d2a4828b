import { z } from 'zod';
import { refuse } from '#events/failures.ts';
import { sendStored } from '#app/kit/downloads/stored-file.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { uidParams } from '#app/kit/screen/screen.ts';
import { getImport } from '#app/library-import/queries/imports.ts';
import { readPlan } from '#app/library-import/source-pack/stored.ts';

/** The PDF of a row of the sample, to compare it with the source. */
export const loader = fileLoader({
  access: 'library.import',
  params: uidParams.extend({ at: z.string().regex(/^\d{1,6}$/) }),
  async load(page) {
    const { uid, at } = page.params;
    const { plan } = await page.ask(getImport, { import: uid });
    if (!plan) return refuse('not_found');
    const { sample, documents } = await readPlan(page.ports, page.viewer.org, plan);
    const row = sample[Number(at)]?.row;
    const version = documents.flatMap(({ versions }) => versions).find((one) => `versions ${one.row}` === row);
    return version ? sendStored(page, version.data.files.final) : refuse('not_found');
  },
});
