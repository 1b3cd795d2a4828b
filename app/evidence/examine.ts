import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ok, refuse, type Result } from '#events/failures.ts';
import { withFile } from '#app/evidence/program/bytes.ts';
import { judge, type Given, type Trusted } from '#app/evidence/verify/judge.ts';
import type { Verdict } from '#app/evidence/verify/verdict.ts';
import type { Bytes } from '#app/evidence/verify/zip.ts';
import { readMultipart } from '#app/storage/multipart.ts';

/** What one request may bring in all, in bytes. A browser with scripts checks files of any size by itself. */
export const examineLimit = 64 * 1024 * 1024;
const mostFiles = 20;
/** How often one network address may send files to be checked. */
const pace = { points: 20, duration: 600 };
/** How many are checked at once, and how many of one network address: each takes room on the disk. */
const atOnce = { ofAll: 4, ofOne: 2 };
/** How much of them is read to check one request, in bytes all in all. Some files ask to be read again and again, for hours. */
const mostRead = 1024 * 1024 * 1024;
/** How long files may be on their way, in milliseconds: who never ends would hold a place for ever. */
const longest = 600_000;

/**
 * Checks files that a browser without scripts sends in a form (field `files`). They lie in a folder of their own for as long as that takes
 * and are removed whatever happens; nothing is kept or looked up. Refuses `too_many_requests`, `file_too_large` (also where more than `readable`
 * bytes would have to be read) and `malformed`, the latter also where they are on their way for longer than `patience`, in milliseconds.
 */
export function createExaminer(
  trusted: Trusted,
  { patience = longest, readable = mostRead }: { patience?: number; readable?: number } = {},
): (request: Request, address: string | null) => Promise<Result<Verdict[]>> {
  const limiter = new RateLimiterMemory(pace);
  /** The address of each that is being checked. */
  const busy: string[] = [];
  return async (request, address) => {
    const sender = address ?? 'unknown';
    const admitted = await limiter.consume(sender).catch(() => null);
    const full = busy.length >= atOnce.ofAll || busy.filter((one) => one === sender).length >= atOnce.ofOne;
    if (!admitted || full) return refuse('too_many_requests', { facts: { seconds: 60 } });
    busy.push(sender);
    try {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-verify-'));
      try {
        const files = await receive(within(request, patience), folder);
        return files.ok ? await judgeWithin(files.value, trusted, readable) : files;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    } finally {
      busy.splice(busy.indexOf(sender), 1);
    }
  };
}

/** The request, broken off where it takes longer than that, in milliseconds, to arrive. */
function within(request: Request, patience: number): Request {
  if (!request.body) return request;
  const body = request.body.pipeThrough(new TransformStream(), { signal: AbortSignal.timeout(patience) });
  return new Request(request.url, { method: request.method, headers: request.headers, body, duplex: 'half' });
}

const tooLarge =
  'Without scripts at most 64 MB can be checked here. Switch them on: the browser then checks files of any size by itself. Or use verify.mjs.';
const tooLong =
  'Checking this takes longer than is done here. Switch scripts on: the browser then checks it by itself. Or use verify.mjs.';
const tooMany = `At most ${mostFiles} files can be checked here together. Choose fewer.`;

interface Received {
  name: string;
  path: string;
}

/** Writes the form's files to the folder. What is too much is read to its end and dropped, so that the browser gets an answer. */
async function receive(request: Request, folder: string): Promise<Result<Received[]>> {
  const files: Received[] = [];
  let left = examineLimit;
  const read = await readMultipart(request, mostFiles, async ({ name, filename, body }) => {
    if (name !== 'files') return;
    const file = path.join(folder, String(files.length));
    files.push({ name: filename, path: file });
    const withRoom = async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) if ((left -= piece.byteLength) >= 0) yield piece;
    };
    await pipeline(body, withRoom, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  });
  if (!read.ok) return read.failure.code === 'body_too_large' ? refuse('file_too_large', { detail: tooMany }) : read;
  return left >= 0 ? ok(files) : refuse('file_too_large', { detail: tooLarge });
}

/** More was to be read of the files than they are worth. */
class TooMuchToRead extends Error {}

/** Judges the files; refuses where more than `left` bytes would have to be read for that. */
async function judgeWithin(files: readonly Received[], trusted: Trusted, left: number): Promise<Result<Verdict[]>> {
  let unread = left;
  const counted = (bytes: Bytes): Bytes => ({
    size: bytes.size,
    async read(start, end) {
      unread -= end - start;
      if (unread < 0) throw new TooMuchToRead();
      return bytes.read(start, end);
    },
  });
  try {
    return ok(await judgeAll(files, trusted, counted));
  } catch (thrown) {
    if (!(thrown instanceof TooMuchToRead)) throw thrown;
    return refuse('file_too_large', { detail: tooLong });
  }
}

/** Opens the files one inside the other, so that all are open while they are judged together. */
const judgeAll = (
  files: readonly Received[],
  trusted: Trusted,
  counted: (bytes: Bytes) => Bytes,
  open: readonly Given[] = [],
): Promise<Verdict[]> => {
  const [next, ...others] = files;
  return next === undefined
    ? judge(open, trusted)
    : withFile(next.path, (bytes) =>
        judgeAll(others, trusted, counted, [...open, { name: next.name, bytes: counted(bytes) }]),
      );
};
