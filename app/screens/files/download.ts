import { Readable } from 'node:stream';
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node';
import type { StoredFile } from '#events/document/events.ts';
import { refuse, type Failure, type Result } from '#events/failures.ts';
import { openFile } from '#app/commands/reading/open-file.ts';
import { screenLoader, type Page } from '#app/http/screen.ts';
import { fileRequest, getFile, type FileRequest } from '#app/queries/document/file.ts';
import { ask } from '#app/queries/query.ts';
import { attachment } from '#app/storage/endpoints.ts';
import { openVerified, type VerifiedFile } from '#app/storage/verified.ts';
import { downloadName } from './download-name.ts';
import { refusalPage } from './refusal-page.tsx';

/**
 * Hands out one file of one version: `?purpose=` says what for, `?open` shows a PDF in the browser. The person's right to it is checked,
 * then the stored bytes; then it is recorded that the person took it; only then does the first byte leave.
 */
export const loader = (args: LoaderFunctionArgs) => screenLoader('signed-in', sendFile)(args);

async function sendFile(page: Page): Promise<Response> {
  const request = fileRequest.safeParse({ ...page.params, document: page.params.uid });
  if (!request.success) return refused(page, { code: 'not_found' });
  const found = await ask(getFile, request.data, page);
  if (!found.ok) return refused(page, found.failure);
  const { file, document } = found.value;
  const { searchParams } = page.url;
  const headers = new Headers({
    'Content-Type': file.mediaType,
    'Content-Length': String(file.size),
    'Content-Disposition': disposition(downloadName(document, request.data, file), file, searchParams.has('open')),
    'Cache-Control': 'private, no-store',
  });
  // Neither a look at the headers nor a browser's guess is a person taking the file.
  if (page.request.method === 'HEAD') return new Response(null, { headers });
  if (isGuess(page.request)) return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } });
  const verified = await openAndRecord(page, request.data, file);
  if (!verified.ok) return refused(page, verified.failure);
  return new Response(createReadableStreamFromReadable(Readable.from(verified.value.body)), { headers });
}

async function openAndRecord(page: Page, request: FileRequest, file: StoredFile): Promise<Result<VerifiedFile>> {
  const { ports, viewer, url, context } = page;
  const verified = await openVerified(ports.storage.within(viewer.org), file.objectKey, file.sha256);
  if (!verified.ok) {
    const { objectKey, sha256 } = file;
    context.log.fatal(
      { ...request, org: viewer.org, objectKey, sha256, refusal: verified.failure.code },
      'A STORED FILE IS NOT WHAT WAS RECORDED: IT IS NOT HANDED OUT',
    );
    return verified;
  }
  const purpose = url.searchParams.get('purpose') ?? undefined;
  const recorded = await page.execute(openFile, { ...request, purpose });
  if (!recorded.ok) return recorded;
  // Between the look and the record, a draft's file may have been replaced.
  return recorded.value.sha256 === file.sha256 ? verified : refuse('conflict');
}

/** In the browser only where it is safe: a PDF, which the server has checked to be one, opens in the browser's own viewer. */
function disposition(name: string, file: StoredFile, open: boolean): string {
  const saved = attachment(name);
  return open && file.mediaType === 'application/pdf' ? saved.replace(/^attachment/, 'inline') : saved;
}

const isGuess = ({ headers }: Request): boolean =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => /prefetch|prerender|preview/.test(headers.get(name) ?? ''));

function refused({ context, url, viewer }: Page, failure: Failure): Response {
  context.log.info({ path: url.pathname, user: viewer.uid, refusal: failure.code }, 'refused');
  return refusalPage(failure, context.requestId);
}
