import { LRUCache } from 'lru-cache';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';

const pieceSize = 1024 * 1024;
const mostPieces = 16;

/**
 * Reads a file of any length for an engine: the last pieces stay in memory, and never the whole. Answers fewer bytes at
 * the file's end.
 */
export function inPieces({ size, readSync }: RandomAccess): (start: number, length: number) => Buffer {
  const pieces = new LRUCache<number, Buffer>({
    max: mostPieces,
    memoMethod: (index) => readSync!(index * pieceSize, Math.min(pieceSize, size - index * pieceSize)),
  });
  return (start, length) => {
    const end = Math.min(start + length, size);
    const parts: Buffer[] = [];
    for (let at = start; at < end;) {
      const index = Math.floor(at / pieceSize);
      const part = pieces.memo(index).subarray(at - index * pieceSize, end - index * pieceSize);
      if (part.length === 0) break;
      parts.push(part);
      at += part.length;
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  };
}
