import { ok, refuse, type Result } from '#events/failures.ts';
import type { DocumentType, StoredFile } from '#events/document/events.ts';
import { typeLabel } from '#events/document/type.ts';
import { deliverFile } from '#app/documents/screens/files/deliver-file.ts';
import { fileAnswer, fileHeaders } from '#app/kit/downloads/stored-file.ts';
import { unavailabilityOf } from '#app/kit/errors/unavailable.ts';
import { isPrefetch } from '#app/kit/downloads/prefetch.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { flag, type Page } from '#app/kit/screen/screen.ts';
import { fileRequest, getFile, type FileRequest, type FoundFile } from '#app/documents/queries/file.ts';
import { ask } from '#app/kit/query/query.ts';
import { cleanFilename } from '#app/adapters/storage/filename.ts';

const { document: uid } = fileRequest.shape;

/** A file of a version. `?purpose=`: its use; `?open`: shown in the browser. */
export const loader = fileLoader({
  access: 'signed-in',
  params: fileRequest.pick({ version: true, kind: true }).extend({ uid }),
  search: fileRequest.pick({ purpose: true }).extend({ open: flag, original: flag }),
  load: (page) => sendFile(page, { document: page.params.uid, ...page.params, ...page.search }, page.search.open),
});

/**
 * Checks the person's right and the stored bytes, then records the download; the first byte is sent only after that. A
 * file or a status that changes meanwhile is taken as it is then, once.
 */
async function sendFile(page: Page, request: FileRequest, open: boolean, again = true): Promise<Result<Response>> {
  const isTaken = page.request.method === 'GET' && !isPrefetch(page.request);
  const first = await ask(getFile, request, page);
  const found = isTaken && request.kind === 'signed' ? await findNewest(page, request, first) : first;
  if (!found.ok) return found;
  const { file, document, standing } = found.value;
  const headers = fileHeaders(file, downloadName(document, request, file, standing !== null), open);
  // The length of a controlled copy is not known yet.
  if (standing) headers.delete('Content-Length');
  // A HEAD request and a prefetch are no downloads.
  if (page.request.method === 'HEAD') return ok(new Response(null, { headers }));
  if (isPrefetch(page.request)) {
    return ok(new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } }));
  }
  const given = await deliverFile(page, request, found.value);
  if (!given.ok) return again && given.failure.code === 'conflict' ? sendFile(page, request, open, false) : given;
  headers.set('Content-Length', String(given.value.size));
  return ok(fileAnswer(page, given.value, headers));
}

interface NamedDocument {
  name: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
}

/**
 * `SOP-QA-017 Batch Record Review v2.1.docx`: number, title and version, with the ending of the stored file. The name
 * of a controlled copy ends in `(copy)`.
 */
export function downloadName(
  { name, type, functionalArea, docNum }: NamedDocument,
  { version, kind }: { version: string; kind: 'working' | 'final' | 'signed' },
  file: Pick<StoredFile, 'name'>,
  isCopy = false,
): string {
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(file.name)?.[0] ?? '';
  const number = [typeLabel(type), functionalArea, docNum].join('-');
  const whole = `${number} ${name} v${version}${isCopy ? ' (copy)' : kind === 'signed' ? ' (signed)' : ''}${ending}`;
  // A title may contain characters that a file name may not.
  return cleanFilename(whole.replace(/[/\\:*?"<>|]/g, '-'));
}

/** The signed PDF with every act so far: seconds after one, its job has not made it. `found`: for the same request. */
async function findNewest(page: Page, request: FileRequest, found: Result<FoundFile>): Promise<Result<FoundFile>> {
  if (!found.ok && found.failure.code !== 'file_missing') return found;
  const { document, version } = request;
  try {
    await page.ports.renewSignedPdf({ org: page.viewer.org, document, version });
  } catch (error) {
    page.context.log.error({ err: error, document, version }, 'file.signed_pdf_not_renewed');
    const facts = { retryAfterSeconds: 10 };
    return unavailabilityOf(error) ? Promise.reject(error as Error) : refuse('busy', { detail: beingMade, facts });
  }
  return ask(getFile, request, page);
}

const beingMade = 'The PDF with its signatures is not made yet. Try again in a moment.';
