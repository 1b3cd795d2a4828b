import { ok } from '#events/failures.ts';
import { answerFile } from '#app/kit/downloads/generated-file.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { uidParams } from '#app/kit/screen/screen.ts';
import { mediaType } from '#app/kit/downloads/media-type.ts';
import { makeTrail } from '#app/audit/export/trails.ts';

const logDownload = (name: 'user-audit-log' | 'organisation-audit-log', format: 'pdf' | 'csv') =>
  fileLoader({
    access: 'signed-in',
    params: uidParams.partial(),
    async load({ ports, viewer, params }) {
      const log = await makeTrail(ports, viewer, { name, format, about: params.uid ?? viewer.org });
      return log.ok ? ok(answerFile(log.value.body, { name: log.value.filename, type: mediaType(format) })) : log;
    },
  });

/** A person's whole audit log as a file. */
export const userLogDownload = (format: 'pdf' | 'csv') => logDownload('user-audit-log', format);

/** The organisation's own, whole, as a file. */
export const organisationLogDownload = (format: 'pdf' | 'csv') => logDownload('organisation-audit-log', format);
