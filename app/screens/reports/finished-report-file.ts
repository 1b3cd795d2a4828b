import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { addresses } from '#app/addresses.ts';
import { answerFile } from '#app/server/downloads/generated-file.ts';
import { openKept } from '#app/server/downloads/report-file.ts';
import { errorPage } from '#app/server/errors/error-page.ts';
import { fileLoader } from '#app/screens/files/file-loader.ts';
import { permitted } from '#app/queries/report/access.ts';
import { mediaType } from '#app/reports/report-service.ts';
import { find } from '#app/reports/report-queue.ts';
import { refusalPage } from '#app/screens/files/refusal-page.tsx';

/** A finished report, for the person who asked for it and still may. */
export const loader = (args: LoaderFunctionArgs) =>
  fileLoader('signed-in', async ({ ports, viewer, params, context }) => {
    const found = await find(ports, viewer, params.uid ?? '');
    if (!found.ok) throw errorPage(found.failure);
    const report = found.value;
    const allowed = permitted(viewer, report.request);
    if (!allowed.ok) throw errorPage(allowed.failure);
    if (report.state !== 'done') throw redirect(addresses.keptReport(report.uid), { status: 303 });
    const opened = await openKept(ports, viewer.org, report);
    if (!opened.ok) return refusalPage(opened.failure, context.requestId);
    const size = Number(report.size);
    return answerFile(opened.value.body, { name: report.filename, type: mediaType(report.request.format), size });
  })(args);
