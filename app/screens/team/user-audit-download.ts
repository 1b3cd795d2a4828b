import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerFile } from '#app/server/downloads/generated-file.ts';
import { fileLoader } from '#app/screens/files/file-loader.ts';
import { mediaType } from '#app/reports/report-service.ts';
import { makeTrail } from '#app/reports/trails.ts';
import { refusalPage } from '#app/screens/files/refusal-page.tsx';

const logDownload =
  (name: 'user-audit-log' | 'organisation-audit-log', format: 'pdf' | 'csv') => (args: LoaderFunctionArgs) =>
    fileLoader('signed-in', async (page) => {
      const { ports, viewer, params, context } = page;
      const log = await makeTrail(ports, viewer, { name, format, about: params.uid ?? viewer.org });
      if (log.ok) return answerFile(log.value.body, { name: log.value.filename, type: mediaType(format) });
      context.log.info({ path: page.url.pathname, user: viewer.uid, refusal: log.failure.code }, 'refused');
      return refusalPage(log.failure, context.requestId);
    })(args);

/** A person's whole audit log as a file. */
export const userLogDownload = (format: 'pdf' | 'csv') => logDownload('user-audit-log', format);

/** The organisation's own, whole, as a file. */
export const organisationLogDownload = (format: 'pdf' | 'csv') => logDownload('organisation-audit-log', format);
