import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { attachment } from '#app/storage/endpoints.ts';

interface NamedFile {
  /** In any script; what no file name may hold is replaced. */
  name: string;
  type: string;
}

/** The headers of a file made for one answer: an attachment that no cache keeps. */
export const answerHeaders = ({ name, type }: NamedFile): Headers =>
  new Headers({
    'Content-Type': type,
    'Content-Disposition': attachment(name.replace(/[/\\:*?"<>|\p{Cc}]/gu, '-')),
    'Cache-Control': 'private, no-store',
  });

/** A file made for this one answer. */
export function answerFile(body: Readable | AsyncIterable<string>, file: NamedFile) {
  const stream = createReadableStreamFromReadable(body instanceof Readable ? body : Readable.from(body));
  return new Response(stream, { headers: answerHeaders(file) });
}
