import { ok, refuse } from '#events/failures.ts';
import { problemList } from '#app/library-import/source-pack/report.ts';
import { readPlan } from '#app/library-import/source-pack/stored.ts';
import { getImport } from '#app/library-import/queries/imports.ts';
import { answerFile } from '#app/kit/downloads/generated-file.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { uidParams } from '#app/kit/screen/screen.ts';

/** The problems of the last preview, a line for each row. */
export const loader = fileLoader({
  access: 'library.import',
  params: uidParams,
  async load({ ask, ports, viewer, params }) {
    const { source, plan } = await ask(getImport, { import: params.uid });
    if (!plan) return refuse('not_found');
    const list = problemList(await readPlan(ports, viewer.org, plan));
    return ok(answerFile(Buffer.from(list), { name: `Import from ${source}, problems.csv`, type: 'text/csv' }));
  },
});
