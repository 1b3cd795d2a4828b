import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { attachment } from '#app/kit/downloads/attachment.ts';

interface NamedFile {
  /** In any language; characters that no file name may hold are replaced. */
  name: string;
  type: string;
  /** In bytes, if known. */
  size?: number;
}

/** The headers of a file generated for one answer: an attachment that is not cached. */
export function answerHeaders({ name, type, size }: NamedFile): Headers {
  const headers = new Headers({
    'Content-Type': type,
    'Content-Disposition': attachment(name.replace(/[/\\:*?"<>|\p{Cc}]/gu, '-')),
    'Cache-Control': 'private, no-store',
  });
  if (size !== undefined) headers.set('Content-Length', String(size));
  return headers;
}

/** The answer to HEAD: nothing is made, recorded or opened for it. */
export const headOf = (type: string): Response =>
  new Response(null, { headers: { 'Content-Type': type, 'Cache-Control': 'private, no-store' } });

/** The answer that sends a generated file. */
export function answerFile(
  body: Buffer | Readable | AsyncIterable<string> | AsyncIterable<Uint8Array>,
  file: NamedFile,
): Response {
  if (Buffer.isBuffer(body))
    return new Response(new Uint8Array(body), { headers: answerHeaders({ ...file, size: body.length }) });
  const stream = createReadableStreamFromReadable(body instanceof Readable ? body : Readable.from(body));
  return new Response(stream, { headers: answerHeaders(file) });
}
