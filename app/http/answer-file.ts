import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { attachment } from '#app/storage/endpoints.ts';

/** A file made for this one answer. `name` may be in any script; what no file name may hold is replaced. */
export function answerFile(body: Readable | AsyncIterable<string>, { name, type }: { name: string; type: string }) {
  const stream = createReadableStreamFromReadable(body instanceof Readable ? body : Readable.from(body));
  return new Response(stream, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': attachment(name.replace(/[/\\:*?"<>|\p{Cc}]/gu, '-')),
      'Cache-Control': 'private, no-store',
    },
  });
}
