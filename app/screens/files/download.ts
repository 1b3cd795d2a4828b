import { ok, type Result } from '#events/failures.ts';
import { deliverFile } from '#app/server/downloads/deliver-file.ts';
import { fileAnswer, fileHeaders } from '#app/server/downloads/stored-file.ts';
import { isPrefetch } from '#app/server/downloads/prefetch.ts';
import { fileLoader } from '#app/server/screen/file-loader.ts';
import { flag } from '#app/server/screen/route-input.ts';
import type { Page } from '#app/server/screen/screen.ts';
import { fileRequest, getFile, type FileRequest } from '#app/queries/document/file.ts';
import { ask } from '#app/queries/query.ts';
import { downloadName } from './download-name.ts';

const { document: uid } = fileRequest.shape;

/** One file of one version: `?purpose=` says what for, `?open` shows a PDF in the browser. */
export const loader = fileLoader({
  access: 'signed-in',
  params: fileRequest.pick({ version: true, kind: true }).extend({ uid }),
  search: fileRequest.pick({ purpose: true }).extend({ open: flag }),
  load: (page) => sendFile(page, { document: page.params.uid, ...page.params, ...page.search }, page.search.open),
});

/**
 * Checks the person's right to the file, then the stored bytes; then records that the person took it, and in which form; only then does
 * the first byte leave.
 */
async function sendFile(page: Page, request: FileRequest, open: boolean): Promise<Result<Response>> {
  const found = await ask(getFile, request, page);
  if (!found.ok) return found;
  const { file, document, standing } = found.value;
  const headers = fileHeaders(file, downloadName(document, request, file), open);
  // The length of a controlled copy is known once it is made.
  if (standing) headers.delete('Content-Length');
  // Neither a request for the headers nor a browser's prefetch is a person taking the file.
  if (page.request.method === 'HEAD') return ok(new Response(null, { headers }));
  if (isPrefetch(page.request)) {
    return ok(new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } }));
  }
  const given = await deliverFile(page, request, found.value);
  if (!given.ok) return given;
  headers.set('Content-Length', String(given.value.size));
  return ok(fileAnswer(page, given.value, headers));
}
