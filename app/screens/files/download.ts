import type { LoaderFunctionArgs } from '@remix-run/node';
import type { StoredFile } from '#events/document/events.ts';
import { refuse, type Failure, type Result } from '#events/failures.ts';
import { openFile } from '#app/commands/reading/open-file.ts';
import { screenLoader, type Page } from '#app/http/screen.ts';
import { fileAnswer, fileHeaders, openStoredFile } from '#app/http/stored-file.ts';
import { fileRequest, getFile, type FileRequest } from '#app/queries/document/file.ts';
import { ask } from '#app/queries/query.ts';
import type { VerifiedFile } from '#app/storage/verified.ts';
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
  const headers = fileHeaders(file, downloadName(document, request.data, file), searchParams.has('open'));
  // Neither a look at the headers nor a browser's guess is a person taking the file.
  if (page.request.method === 'HEAD') return new Response(null, { headers });
  if (isGuess(page.request)) return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } });
  const verified = await openAndRecord(page, request.data, file);
  if (!verified.ok) return refused(page, verified.failure);
  return fileAnswer(page, verified.value, headers);
}

async function openAndRecord(page: Page, request: FileRequest, file: StoredFile): Promise<Result<VerifiedFile>> {
  const verified = await openStoredFile(page, file);
  if (!verified.ok) return verified;
  const purpose = page.url.searchParams.get('purpose') ?? undefined;
  const recorded = await page.execute(openFile, { ...request, purpose });
  if (!recorded.ok) return recorded;
  // Between the look and the record, a draft's file may have been replaced.
  return recorded.value.sha256 === file.sha256 ? verified : refuse('conflict');
}

const isGuess = ({ headers }: Request): boolean =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => /prefetch|prerender|preview/.test(headers.get(name) ?? ''));

function refused({ context, url, viewer }: Page, failure: Failure): Response {
  context.log.info({ path: url.pathname, user: viewer.uid, refusal: failure.code }, 'refused');
  return refusalPage(failure, context.requestId);
}
