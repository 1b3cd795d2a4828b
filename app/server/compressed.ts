import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Higher takes half as long again for a twentieth less: worth it for a page that is long, of whose bytes somebody waits for more. */
const quality = { short: 3, long: 4 };
const long = 85_000;

/** As far back as it looks for what repeats, as a power of two; a page is shorter. */
const window = 18;

/**
 * Up to so many bytes are compressed where they are, in at most two milliseconds: to hand them to another thread and to take them back
 * costs as much processor time again, and for a page of 100 kB six milliseconds more.
 */
const short = 200_000;

/** Bytes in one piece, as `Content-Encoding` names it. */
export async function compressed(bytes: Buffer, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const here = bytes.length <= short;
  if (encoding === 'gzip') return new Uint8Array(here ? gzipSync(bytes) : await promisify(gzip)(bytes));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: bytes.length > long ? quality.long : quality.short,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_LGWIN]: window,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return new Uint8Array(
    here ? brotliCompressSync(bytes, { params }) : await promisify(brotliCompress)(bytes, { params }),
  );
}
