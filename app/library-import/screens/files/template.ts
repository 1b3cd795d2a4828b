import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { packTables } from '#app/library-import/source-pack/columns.ts';
import { tableTemplate, workbookTemplate } from '#app/library-import/source-pack/templates.ts';
import { answerFile } from '#app/kit/downloads/generated-file.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';

const workbook = {
  name: 'Library.xlsx',
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A template to fill in: the workbook, or the CSV of one table. */
export const loader = fileLoader({
  access: 'library.import',
  params: z.object({ file: z.string() }),
  async load({ params: { file } }) {
    if (file === 'library.xlsx') return ok(answerFile(await workbookTemplate(), workbook));
    const table = packTables.find((one) => `${one}.csv` === file);
    if (!table) return refuse('not_found');
    return ok(answerFile(Buffer.from(tableTemplate(table)), { name: file, type: 'text/csv' }));
  },
});
