import { ok, refuse } from '#events/failures.ts';
import { readStored } from '#app/library-import/source-pack/stored.ts';
import { getImport } from '#app/library-import/queries/imports.ts';
import { answerFile } from '#app/kit/downloads/generated-file.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { uidParams } from '#app/kit/screen/screen.ts';

/** The migration report, as it was stored when the import was completed. */
export const loader = fileLoader({
  access: 'library.import',
  params: uidParams,
  async load({ ask, ports, viewer, params }) {
    const { source, report } = await ask(getImport, { import: params.uid });
    if (!report) return refuse('not_found');
    const bytes = await readStored(ports, viewer.org, report);
    return ok(answerFile(bytes, { name: `Migration report, ${source}.csv`, type: report.mediaType }));
  },
});
