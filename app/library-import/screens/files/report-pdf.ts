import { ok, refuse } from '#events/failures.ts';
import { importEvolution } from '#events/import/import.ts';
import { streams } from '#events/streams.ts';
import { load } from '#app/kit/command/load.ts';
import { migrationReportPdf } from '#app/library-import/source-pack/report-pdf.ts';
import { readPlan } from '#app/library-import/source-pack/stored.ts';
import { getImport } from '#app/library-import/queries/imports.ts';
import { answerFile, headOf } from '#app/kit/downloads/generated-file.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { uidParams } from '#app/kit/screen/screen.ts';

const type = 'application/pdf';

/** The migration report on paper. */
export const loader = fileLoader({
  access: 'library.import',
  params: uidParams,
  async load({ ask, ports, viewer, params, request }) {
    const { source, report, plan } = await ask(getImport, { import: params.uid });
    if (!report || !plan) return refuse('not_found');
    if (request.method === 'HEAD') return ok(headOf(type));
    const { events } = await load({ ports, org: viewer.org }, streams.import(params.uid), importEvolution);
    const pdf = await migrationReportPdf(ports, viewer, await readPlan(ports, viewer.org, plan), events);
    return pdf.ok ? ok(answerFile(pdf.value, { name: `Migration report, ${source}.pdf`, type })) : pdf;
  },
});
