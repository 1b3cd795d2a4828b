import type { CertifiablePdf } from '#app/adapters/pdf/certified-pdf.ts';
import { bytesAccess, type RandomAccess } from '#app/adapters/storage/random-access.ts';

/** A result made of a file, as it will be stored or sent: without the file's bytes in memory. */
export function joinedAccess(file: RandomAccess, { before, hasOriginal, tail }: CertifiablePdf): RandomAccess {
  const parts = [
    ...(before ? [bytesAccess(Buffer.from(before))] : []),
    ...(hasOriginal ? [file] : []),
    bytesAccess(Buffer.from(tail)),
  ];
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  /** Which bytes of which part make up a piece. */
  function* pieces(start: number, length: number): Generator<[part: RandomAccess, from: number, length: number]> {
    let at = 0;
    for (const part of parts) {
      const from = Math.max(start - at, 0);
      const until = Math.min(start + length - at, part.size);
      if (from < until) yield [part, from, until - from];
      at += part.size;
    }
  }
  return {
    size,
    async read(start, length) {
      const found: Buffer[] = [];
      for (const [part, from, count] of pieces(start, length)) found.push(await part.read(from, count));
      return Buffer.concat(found);
    },
    readSync: (start, length) =>
      Buffer.concat(Array.from(pieces(start, length), ([part, from, count]) => part.readSync!(from, count))),
  };
}
