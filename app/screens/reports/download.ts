import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { addresses } from '#app/addresses.ts';
import { answerFile } from '#app/server/downloads/generated-file.ts';
import { fileLoader } from '#app/screens/files/file-loader.ts';
import { mediaType } from '#app/reports/report-service.ts';
import { refusalPage } from '#app/screens/files/refusal-page.tsx';
import { readAsked } from './report-search.ts';

/** A report as a file; where it takes a while, the page on which one waits for it. */
export const loader = (args: LoaderFunctionArgs) =>
  fileLoader('signed-in', async (page) => {
    const { ports, viewer, context } = page;
    const asked = readAsked(page);
    const taken = asked.ok ? await ports.reports.take(viewer, asked.value) : asked;
    if (!taken.ok) {
      context.log.info({ path: page.url.pathname, user: viewer.uid, refusal: taken.failure.code }, 'refused');
      return refusalPage(taken.failure, context.requestId);
    }
    if (taken.value.kind === 'kept') throw redirect(addresses.keptReport(taken.value.report.uid), { status: 303 });
    const { bytes, filename } = taken.value;
    return answerFile(bytes, { name: filename, type: mediaType(page.params.format === 'csv' ? 'csv' : 'pdf') });
  })(args);
