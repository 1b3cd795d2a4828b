import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { ok, type Result } from '#events/failures.ts';
import { sendPlainPage } from '#app/kit/errors/plain-page.ts';
import { sendRefusal } from '#app/kit/errors/send-refusal.ts';
import { unavailabilityOf } from '#app/kit/errors/unavailable.ts';
import { isClientGone } from '#app/kit/downloads/backpressure.ts';
import { permitted } from '#app/reports/queries/access.ts';
import type { Ports } from '#app/kit/ports.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { reportFilePath } from '#app/reports/queries/link.ts';
import { mediaType } from '#app/kit/downloads/media-type.ts';
import { requestReport, type RequestedReport } from '#app/reports/making/report-service.ts';
import type { QueuedReport } from '#app/reports/making/report-queue.ts';
import { refusalOfLink, refuseLink } from '#app/kit/downloads/link-reader.ts';
import { splitSigned, type Grants } from '#app/adapters/secrets/signed-url.ts';
import { answerHeaders } from '#app/kit/downloads/generated-file.ts';
import { openVerified } from '#app/adapters/storage/verified.ts';

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
    if (check.kind !== 'granted') return refuseLink(request, response, check.kind);
    answer(services, check.grant, request, response).catch((error: unknown) => {
      if (isClientGone(error) || response.headersSent) return next(error);
      response.locals.log?.error({ err: error }, 'report.failed');
      sendRefusal(request, response, unavailabilityOf(error) ?? { code: 'fault' });
    });
  };

async function answer(services: Ports, grant: Grants['report'], request: Request, response: Response): Promise<void> {
  const refused = await refusalOfLink(services, grant.reader, request);
  if (refused) return refuseLink(request, response, refused);
  const viewer = await services.database.read(grant.reader.org, (db) => readViewer(db, grant.reader));
  if (!viewer) return refuseLink(request, response, 'expired');
  const allowed = permitted(viewer, grant.request);
  if (!allowed.ok) return sendRefusal(request, response, allowed.failure);
  if (request.method === 'HEAD') return void response.type(mediaType(grant.request.format)).end();
  const requested = await requestReport(services, viewer, grant.request);
  if (!requested.ok) return sendRefusal(request, response, requested.failure);
  const opened = await send(services, viewer, grant, requested.value, response);
  if (!opened.ok) sendRefusal(request, response, opened.failure);
}

async function send(
  services: Ports,
  viewer: Viewer,
  { request: { format } }: Grants['report'],
  requested: RequestedReport,
  response: Response,
): Promise<Result<unknown>> {
  const headers = (name: string, size: number) => answerHeaders({ name, type: mediaType(format), size });
  if (requested.kind === 'file') {
    response.setHeaders(headers(requested.filename, requested.bytes.length)).end(requested.bytes);
    return ok(null);
  }
  const { report } = requested;
  if (report.state !== 'done') {
    wait(response, report);
    return ok(null);
  }
  const opened = await openFinishedReport(services, viewer.org, report);
  if (!opened.ok) return opened;
  response.setHeaders(headers(report.filename, Number(report.size)));
  await pipeline(opened.value.body, response);
  return ok(null);
}

/** Opens a finished report; refuses where the stored bytes differ from the recorded ones. */
export const openFinishedReport = (
  { storage }: Pick<Ports, 'storage'>,
  org: string,
  { object_key: key, sha256 }: QueuedReport,
): ReturnType<typeof openVerified> => openVerified(storage.within(org), key ?? '', sha256 ?? '');

function wait(response: Response, { title, done, total }: QueuedReport): void {
  response.set({ 'Retry-After': String(retrySeconds), Refresh: String(retrySeconds) });
  const progress =
    total > 0 ? `${done} of about ${total} rows are done.` : done === 1 ? '1 row is done.' : `${done} rows are done.`;
  const sentences = [progress, 'The download starts when the report is ready.'];
  const reference = String(response.locals.requestId);
  sendPlainPage(response, { status: 202, title: `${title} is being made`, sentences, reference });
}
