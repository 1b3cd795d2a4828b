import { redirect } from '@remix-run/node';
import { addresses } from '#app/kit/addresses.ts';
import { ok } from '#events/failures.ts';
import { answerFile, headOf } from '#app/kit/downloads/generated-file.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { mediaType } from '#app/kit/downloads/media-type.ts';
import { requestReport } from '#app/reports/making/report-service.ts';
import { readRequest, reportParams, reportSearch } from './report-search.ts';

/** A report as a file; where it takes a while, the page on which one waits for it. */
export const loader = fileLoader({
  access: 'signed-in',
  params: reportParams,
  search: reportSearch,
  async load({ request, ports, viewer, params, search }) {
    const asked = readRequest(viewer, params, search);
    if (asked.ok && request.method === 'HEAD') return ok(headOf(mediaType(params.format)));
    const found = asked.ok ? await requestReport(ports, viewer, asked.value) : asked;
    if (!found.ok) return found;
    if (found.value.kind === 'queued')
      throw redirect(addresses.finishedReport(found.value.report.uid), { status: 303 });
    const { bytes, filename } = found.value;
    return ok(answerFile(bytes, { name: filename, type: mediaType(params.format) }));
  },
});
