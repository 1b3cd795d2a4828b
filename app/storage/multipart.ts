import busboy from 'busboy';
import { pipeline } from 'node:stream/promises';
import { ok, refuse, type Failure, type Result } from '#events/failures.ts';
import { borrow, drain } from '#app/storage/drain.ts';

/** More than thousands of departments need. conform's time grows with the square of how often a name comes. */
export const mostFields = 10_000;

/** In bytes: what the fields of a form may hold that is no file, all together, and one of them. What is longer is cut or refused. */
const largestText = 1024 * 1024;
const largestField = 64 * 1024;

export interface FilePart {
  /** The field's name. */
  name: string;
  /** As the browser gives it. */
  filename: string;
  /** To be read within the call that it is given to; what is left of it is dropped. */
  body: AsyncIterable<Uint8Array>;
}

export const isMultipart = (request: Request): boolean =>
  /^multipart\/form-data\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '');

/**
 * Reads a form of the type multipart/form-data (RFC 7578) as it arrives. Its files go to `take`, one after the other; its other fields are
 * the answer. Refuses `malformed` where it breaks off or is no such form, and `body_too_large` where it has too many fields or files, or too
 * much text. It is read to its end all the same, so that the browser gets to see the answer instead of a broken connection.
 */
export async function readMultipart(
  request: Request,
  mostFiles: number,
  take: (part: FilePart) => Promise<void>,
): Promise<Result<FormData>> {
  const parser = isMultipart(request) ? parserOf(request, mostFiles) : null;
  if (!parser || !request.body) return refuse('malformed');
  const form = new FormData();
  let room = largestText;
  let refusal: Failure | null = null;
  let taken = Promise.resolve();
  parser.on('field', (name: string | undefined, value) => {
    if (name === undefined) return void (refusal ??= { code: 'malformed' });
    room -= name.length + Buffer.byteLength(value);
    if (room >= 0) form.append(name, value);
    else refusal ??= { code: 'body_too_large' };
  });
  parser.on('file', (name: string | undefined, body, { filename }: { filename: string | undefined }) => {
    if (name === undefined) refusal ??= { code: 'malformed' };
    // A form that breaks off is told once, by the parser; while nobody reads the part yet, its own event would end the process.
    body.on('error', () => undefined);
    taken = after(taken, body[Symbol.asyncIterator]() as Pieces, async (pieces) => {
      if (name !== undefined && filename && !refusal)
        await take({ name, filename: plain(filename), body: borrow(pieces) });
    });
    taken.catch(() => undefined);
  });
  for (const limit of ['fieldsLimit', 'filesLimit'] as const) {
    parser.on(limit, () => (refusal ??= { code: 'body_too_large' }));
  }
  const parts = request.body[Symbol.asyncIterator]();
  try {
    await pipeline(borrow(parts), parser);
  } catch {
    // What the parser or the connection says of it is the sender's doing.
    await Promise.allSettled([taken, drain(parts)]);
    return refuse('malformed');
  }
  await taken;
  return refusal ? { ok: false, failure: refusal } : ok(form);
}

type Pieces = AsyncIterator<Uint8Array>;

/** One part after the other: what one brings is checked before the next is read, and the parser goes on once a part is read to its end. */
async function after(before: Promise<void>, pieces: Pieces, read: (pieces: Pieces) => Promise<void>): Promise<void> {
  try {
    await before;
    await read(pieces);
  } finally {
    // Broken off, it throws; the parser tells that.
    await readToEnd(pieces).catch(() => undefined);
  }
}

async function readToEnd(pieces: Pieces): Promise<void> {
  while (!(await pieces.next()).done);
}

function parserOf(request: Request, files: number): busboy.Busboy | null {
  try {
    return busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      defParamCharset: 'utf8',
      limits: { fields: mostFields, files, fieldSize: largestField },
    });
  } catch {
    return null;
  }
}

/** Browsers write these three characters of a file's name so (HTML, multipart form data). */
const plain = (filename: string): string =>
  filename.replace(/%(0[AD]|22)/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
