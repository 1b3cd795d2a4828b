import { redirect } from '@remix-run/node';
import { addresses } from '#app/kit/addresses.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { answerFile } from '#app/kit/downloads/generated-file.ts';
import { openFinishedReport } from '#app/reports/making/report-file.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { uidParams } from '#app/kit/screen/screen.ts';
import { roleMay } from '#events/permissions.ts';
import { permitted } from '#app/reports/queries/access.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { mediaType } from '#app/kit/downloads/media-type.ts';
import { findReport, isArchive } from '#app/reports/making/report-queue.ts';

/** A finished report, for the person who asked for it and still may. */
export const loader = fileLoader({
  access: 'signed-in',
  params: uidParams,
  async load({ ports, viewer, params }) {
    const found = await findReport(ports, viewer, params.uid);
    if (!found.ok) return found;
    const report = found.value;
    const { request } = report;
    const archive = isArchive(request);
    const allowed = archive ? archivePermitted(viewer) : permitted(viewer, request);
    if (!allowed.ok) return allowed;
    if (report.state !== 'done') throw redirect(addresses.finishedReport(report.uid), { status: 303 });
    const opened = await openFinishedReport(ports, viewer.org, report);
    if (!opened.ok) return opened;
    const size = Number(report.size);
    const type = archive ? 'application/zip' : mediaType(request.format);
    return ok(answerFile(opened.value.body, { name: report.filename, type, size }));
  },
});

const archivePermitted = ({ role }: Viewer): Result<unknown> =>
  roleMay(role, 'organisation.export') ? ok(null) : refuse('not_allowed');
