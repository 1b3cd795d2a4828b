import { pipeline } from 'node:stream/promises';
import type { RequestHandler, Response } from 'express';
import type { Failure } from '#events/failures.ts';
import { sendPlainPage } from '#app/server/errors/plain-page.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import type { Ports } from '#app/ports.ts';
import { readViewer } from '#app/queries/read-viewer.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { reportFilePath } from '#app/queries/report/link.ts';
import { mediaType, requestReport, type RequestedReport } from '#app/reports/report-service.ts';
import type { QueuedReport } from '#app/reports/report-queue.ts';
import { splitSigned, type Grants, type Reader } from '#app/signed-url/signed-url.ts';
import { attachment } from '#app/server/downloads/attachment.ts';
import { openVerified } from '#app/storage/verified.ts';

/** Seconds between two requests for a report that is being made. */
const retrySeconds = 2;

/**
 * Sends the report of a signed link, without a cookie. The permissions of the person and the session that requested the
 * link are checked again. While the report is being made it answers 202 with `Retry-After`.
 */
export const reportFiles =
  (services: Ports): RequestHandler =>
  (request, response, next) => {
    if (request.path !== reportFilePath || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    const check = services.signedUrls.read('report', splitSigned(request.url).token ?? '', Date.parse(services.now()));
    if (check.kind === 'expired') return expired(response);
    if (check.kind === 'forged') return refuse(response, 403, 'This address is not valid.');
    answer(services, check.grant, request.headers.cookie ?? null, response).catch(next);
  };

async function answer(
  services: Ports,
  grant: Grants['report'],
  cookie: string | null,
  response: Response,
): Promise<void> {
  if (!(await stillLasts(services, grant.reader))) return expired(response);
  const viewer = await personOf(services, grant.reader);
  if (!viewer || (await isSomebodyElse(services, viewer, cookie)))
    return refuse(response, 403, 'This address belongs to someone else.');
  const requested = await requestReport(services, viewer, grant.request);
  if (!requested.ok) return refuseWith(response, requested.failure);
  await send(services, viewer, grant, requested.value, response);
}

/** A link ends with the session that requested it. */
async function stillLasts({ identity, now }: Ports, { org, user, publicId }: Reader): Promise<boolean> {
  const sessions = await identity.sessions.list({ org, user, now: now() });
  return sessions.some((session) => session.publicId === publicId);
}

const personOf = ({ database }: Ports, reader: Reader): Promise<Viewer | null> =>
  database.read(reader.org, (db) => readViewer(db, reader));

/** Whether another person is signed in than the one who requested the link. Nobody has to be. */
async function isSomebodyElse({ identity, now }: Ports, viewer: Viewer, cookie: string | null): Promise<boolean> {
  const id = identity.sessions.readCookie(cookie);
  const session = id ? await identity.sessions.validate(id, { now: now(), address: null }) : null;
  return session !== null && session.user !== viewer.uid;
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

const expired = (response: Response): void => refuse(response, 410, 'This address has expired.');

const refuse = (response: Response, status: number, sentence: string): void =>
  page(response, status, 'The report cannot be downloaded', [sentence]);

function page(response: Response, status: number, title: string, sentences: string[]): void {
  response.set('Cache-Control', 'no-store');
  sendPlainPage(response, { status, title, sentences, reference: String(response.locals.requestId) });
}
