import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import ZipStream from 'zip-stream';

/** A file on its way into a zip. A body that is streamed is as long as it is, and has this SHA-256 (hexadecimal). */
export type NewFile =
  | { path: string; bytes: Uint8Array }
  | { path: string; stream: AsyncIterable<Uint8Array>; sha256: string };

export const sha256Of = (file: NewFile): string =>
  'bytes' in file ? createHash('sha256').update(file.bytes).digest('hex') : file.sha256;

/** The first time that a zip can state, so that the same files always give the same bytes. */
const date = new Date(Date.UTC(1980, 0, 1));

/**
 * Streams files as a zip in the order given, as fast as it is read. Nothing is compressed, so that the bytes do not
 * depend on the version of a library.
 */
export async function* zipOf(files: AsyncIterable<NewFile>): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream({ store: true });
  const fed = feed(zip, files).catch((error: unknown) => void zip.destroy(asError(error)));
  try {
    for await (const piece of zip) yield piece as Uint8Array;
    await fed;
  } finally {
    zip.destroy();
  }
}

async function feed(zip: ZipStream, files: AsyncIterable<NewFile>): Promise<void> {
  for await (const file of files) {
    if (zip.destroyed) return;
    await add(zip, file);
    if (zip.writableNeedDrain) await drained(zip);
  }
  zip.finalize();
}

/** Until what was written is read, or nobody reads any more. */
const drained = (zip: ZipStream): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      zip.off('drain', done).off('close', done);
      resolve();
    };
    zip.once('drain', done).once('close', done);
  });

const add = (zip: ZipStream, file: NewFile): Promise<void> =>
  new Promise((resolve, reject) => {
    const source = 'bytes' in file ? Buffer.from(file.bytes) : Readable.from(file.stream, { objectMode: false });
    if (source instanceof Readable) source.once('error', reject);
    zip.once('close', resolve);
    zip.entry(source, { name: file.path, date, mode: 0o644, store: true }, (error) => {
      zip.off('close', resolve);
      if (error) reject(asError(error));
      else resolve();
    });
  });

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
