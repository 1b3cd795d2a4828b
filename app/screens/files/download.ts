import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Failure } from '#events/failures.ts';
import { isGuess } from '#app/server/downloads/prefetch.ts';
import { handOut } from '#app/server/downloads/deliver-file.ts';
import type { Page } from '#app/server/screen/screen.ts';
import { fileLoader } from './file-loader.ts';
import { fileAnswer, fileHeaders } from '#app/server/downloads/stored-file.ts';
import { fileRequest, getFile } from '#app/queries/document/file.ts';
import { ask } from '#app/queries/query.ts';
import { downloadName } from './download-name.ts';
import { refusalPage } from './refusal-page.tsx';

/**
 * Hands out one file of one version: `?purpose=` says what for, `?open` shows a PDF in the browser. The person's right to it is checked,
 * then the stored bytes; then it is recorded that the person took it, and in which form; only then does the first byte leave.
 */
export const loader = (args: LoaderFunctionArgs) => fileLoader('signed-in', sendFile)(args);

async function sendFile(page: Page): Promise<Response> {
  const { searchParams } = page.url;
  const purpose = searchParams.get('purpose') ?? undefined;
  const request = fileRequest.safeParse({ ...page.params, document: page.params.uid, purpose });
  if (!request.success) return refused(page, { code: 'not_found' });
  const found = await ask(getFile, request.data, page);
  if (!found.ok) return refused(page, found.failure);
  const { file, document, standing } = found.value;
  const headers = fileHeaders(file, downloadName(document, request.data, file), searchParams.has('open'));
  // How long a controlled copy is shows when it is made.
  if (standing) headers.delete('Content-Length');
  // Neither a look at the headers nor a browser's guess is a person taking the file.
  if (page.request.method === 'HEAD') return new Response(null, { headers });
  if (isGuess(page.request)) return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } });
  const given = await handOut(page, request.data, found.value);
  if (!given.ok) return refused(page, given.failure);
  headers.set('Content-Length', String(given.value.size));
  return fileAnswer(page, given.value, headers);
}

function refused({ context, url, viewer }: Page, failure: Failure): Response {
  context.log.info({ path: url.pathname, user: viewer.uid, refusal: failure.code }, 'refused');
  return refusalPage(failure, context.requestId);
}
