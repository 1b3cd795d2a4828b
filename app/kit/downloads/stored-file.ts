import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import type { StoredFile } from '#events/document/events.ts';
import { ok, type Failure, type Result } from '#events/failures.ts';
import type { Page } from '#app/kit/screen/screen.ts';
import { attachment } from '#app/kit/downloads/attachment.ts';
import { openVerified, type VerifiedFile } from '#app/adapters/storage/verified.ts';

/**
 * The headers of a recorded file: an attachment under this name (RFC 6266). With `open` a PDF shows in the browser,
 * which is safe because the server has checked that it is one.
 */
export function fileHeaders(file: StoredFile, name: string, open = false): Headers {
  const saved = attachment(name);
  return new Headers({
    'Content-Type': file.mediaType,
    'Content-Length': String(file.size),
    'Content-Disposition':
      open && file.mediaType === 'application/pdf' ? saved.replace(/^attachment/, 'inline') : saved,
    'Cache-Control': 'private, no-store',
  });
}

/** Opens a recorded file of the viewer's organisation; logs and refuses where the stored bytes differ. */
export async function openStoredFile(page: Page, file: StoredFile): Promise<Result<VerifiedFile>> {
  const verified = await openVerified(page.ports.storage.within(page.viewer.org), file.objectKey, file.sha256);
  if (!verified.ok) logDamage(page, file, verified.failure);
  return verified;
}

/** Logs why a recorded file is not sent. */
export function logDamage({ url, viewer, context }: Page, { objectKey, sha256 }: StoredFile, failure: Failure): void {
  context.log.fatal(
    { path: url.pathname, org: viewer.org, objectKey, sha256, refusal: failure.code },
    'storage.file_damaged',
  );
}

/** The answer that streams a file as fast as the client reads it, so that it is never held in memory. */
export const fileAnswer = (page: Page, { body }: Pick<VerifiedFile, 'body'>, headers: Headers): Response =>
  new Response(createReadableStreamFromReadable(Readable.from(paced(page, body))), { headers });

async function* paced({ context }: Page, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    yield piece;
    await context.waitForDrain();
  }
}

/** The answer with a recorded file that is no document, under its own name. */
export async function sendStored(page: Page, file: StoredFile): Promise<Result<Response>> {
  const headers = fileHeaders(file, file.name);
  if (page.request.method === 'HEAD') return ok(new Response(null, { headers }));
  const opened = await openStoredFile(page, file);
  return opened.ok ? ok(fileAnswer(page, opened.value, headers)) : opened;
}
