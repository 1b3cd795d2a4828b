import busboy from 'busboy';
import { pipeline } from 'node:stream/promises';
import { ok, refuse, type Failure, type Result } from '#events/failures.ts';
import { borrow, drain } from '#app/adapters/storage/drain.ts';

/** Enough for thousands of departments. conform's time grows with the square of the fields with one name. */
export const mostFields = 10_000;

/** In bytes: the text of all fields of a form together, and of one field. */
const largestText = 1024 * 1024;
const largestField = 64 * 1024;

export interface FilePart {
  /** The field's name. */
  name: string;
  /** As the browser sends it. */
  filename: string;
  /** Its name with the folders that a browser sends of a folder. */
  path: string;
  /** To be read within `take`; an unread rest is dropped. */
  body: AsyncIterable<Uint8Array>;
}

export const isMultipart = (request: Request): boolean =>
  /^multipart\/form-data\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '');

/**
 * Reads a multipart/form-data form (RFC 7578) as it arrives. Files go to `take`, one after the other; the other fields
 * are answered. Refuses with `malformed` and `body_too_large`, and still reads to the end, so that the browser shows
 * the answer.
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
    // The parser reports a form that breaks off; the part's own error event would end the process.
    body.on('error', () => undefined);
    taken = after(taken, body[Symbol.asyncIterator]() as Pieces, async (pieces) => {
      if (name !== undefined && filename && !refusal)
        await take({ name, filename: plain(baseOf(filename)), path: plain(filename), body: borrow(pieces) });
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
    // An error of the parser or the connection is the sender's.
    await Promise.allSettled([taken, drain(parts)]);
    return refuse('malformed');
  }
  await taken;
  return refusal ? { ok: false, failure: refusal } : ok(form);
}

type Pieces = AsyncIterator<Uint8Array>;

/** Reads one part after the other, each to its end. */
async function after(before: Promise<void>, pieces: Pieces, read: (pieces: Pieces) => Promise<void>): Promise<void> {
  try {
    await before;
    await read(pieces);
  } finally {
    // A part that breaks off throws; the parser reports it.
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
      preservePath: true,
      limits: { fields: mostFields, files, fieldSize: largestField },
    });
  } catch {
    return null;
  }
}

const baseOf = (path: string): string => path.split(/[/\\]/).at(-1)!;

/** Browsers escape these three characters in file names (HTML, multipart form data). */
const plain = (filename: string): string =>
  filename.replace(/%(0[AD]|22)/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
