import type { PDFRawStream } from 'pdf-lib';
import { unpack } from '#app/adapters/pdf/stream-data.ts';
import { UnsoundPdf } from '#app/adapters/pdf/structure/unsound.ts';

/** Bytes that a file's indexes and object streams come to unpacked, all in all: a few kilobytes may unpack to more. */
export const mostUnpacked = 256 * 1024 * 1024;

/** `number`: the object's own, where it may be unpacked again. */
export type Unpack = (stream: PDFRawStream, number?: number) => Buffer;

function unpackWithin(stream: PDFRawStream): Buffer {
  try {
    return unpack(stream);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    throw new UnsoundPdf('index', 'Its index unpacks to more than there can be');
  }
}

/** Unpacks a file's streams until they come to more than any document's do. */
export function unpacking(): Unpack {
  let left = mostUnpacked;
  const counted = new Set<number>();
  return (stream, number) => {
    const bytes = unpackWithin(stream);
    if (number !== undefined && counted.has(number)) return bytes;
    if (number !== undefined) counted.add(number);
    left -= bytes.length;
    if (left < 0) throw new UnsoundPdf('unpacked', 'Its index unpacks to more than there can be');
    return bytes;
  };
}
