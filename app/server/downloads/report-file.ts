import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { Failure } from '#events/failures.ts';
import { sendPlainPage } from '#app/server/errors/plain-page.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import type { Ports } from '#app/ports.ts';
import { readViewer } from '#app/queries/read-viewer.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { reportFilePath } from '#app/queries/report/link.ts';
import { mediaType, requestReport, type RequestedReport } from '#app/reports/report-service.ts';
import type { QueuedReport } from '#app/reports/report-queue.ts';
import { refusalOfLink, refuseLink } from '#app/server/downloads/link-reader.ts';
import { splitSigned, type Grants } from '#app/signed-url/signed-url.ts';
import { attachment } from '#app/server/downloads/attachment.ts';
import { openVerified } from '#app/storage/verified.ts';

/** Seconds between two requests for a report that is being made. */
const retrySeconds = 2;

/**
 * Sends the report of a signed link. The permissions of the person and the session that requested the link are checked
 * again. While the report is being made it answers 202 with `Retry-After`.
 */
export const reportFiles =
  (services: Ports): RequestHandler =>
  (request, response, next) => {
    if (request.path !== reportFilePath || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    const check = services.signedUrls.read('report', splitSigned(request.url).token ?? '', Date.parse(services.now()));
    if (check.kind !== 'granted') return refuseLink(response, check.kind);
    answer(services, check.grant, request, response).catch(next);
  };

async function answer(
  services: Ports,
  grant: Grants['report'],
  request: Pick<Request, 'headers'>,
  response: Response,
): Promise<void> {
  const refused = await refusalOfLink(services, grant.reader, request);
  if (refused) return refuseLink(response, refused);
  const viewer = await services.database.read(grant.reader.org, (db) => readViewer(db, grant.reader));
  if (!viewer) return refuseLink(response, 'expired');
  const requested = await requestReport(services, viewer, grant.request);
  if (!requested.ok) return refuseWith(response, requested.failure);
  await send(services, viewer, grant, requested.value, response);
}

async function send(
  services: Ports,
  viewer: Viewer,
  { request: { format } }: Grants['report'],
  requested: RequestedReport,
  response: Response,
): Promise<void> {
  if (requested.kind === 'file') {
    response.set(fileHeaders(format, requested.filename, requested.bytes.length)).end(requested.bytes);
    return;
  }
  const { report } = requested;
  if (report.state !== 'done') return wait(response, report);
  const opened = await openFinishedReport(services, viewer.org, report);
  if (!opened.ok) return refuseWith(response, opened.failure);
  response.set(fileHeaders(format, report.filename, Number(report.size)));
  await pipeline(opened.value.body, response);
}

/** Opens a finished report; refuses where the stored bytes differ from the recorded ones. */
export const openFinishedReport = (
  { storage }: Pick<Ports, 'storage'>,
  org: string,
  { object_key: key, sha256 }: QueuedReport,
): ReturnType<typeof openVerified> => openVerified(storage.within(org), key ?? '', sha256 ?? '');

const fileHeaders = (format: 'pdf' | 'csv', filename: string, size: number): Record<string, string> => ({
  'Content-Type': mediaType(format),
  'Content-Length': String(size),
  'Content-Disposition': attachment(filename.replace(/[/\\:*?"<>|\p{Cc}]/gu, '-')),
  'Cache-Control': 'private, no-store',
});

function wait(response: Response, { title, done, total }: QueuedReport): void {
  response.set({ 'Retry-After': String(retrySeconds), Refresh: String(retrySeconds) });
  const progress =
    total > 0 ? `${done} of about ${total} rows are done.` : done === 1 ? '1 row is done.' : `${done} rows are done.`;
  page(response, 202, `${title} is being made`, [progress, 'The download starts when the report is ready.']);
}

function refuseWith(response: Response, failure: Failure): void {
  const { status, title } = problemOf(failure);
  refuse(response, status, failure.code === 'report_too_large' ? (failure.detail ?? title) : title);
}

const refuse = (response: Response, status: number, sentence: string): void =>
  page(response, status, 'The report cannot be downloaded', [sentence]);

function page(response: Response, status: number, title: string, sentences: string[]): void {
  response.set('Cache-Control', 'no-store');
  sendPlainPage(response, { status, title, sentences, reference: String(response.locals.requestId) });
}
