import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ok, refuse, type Result } from '#events/failures.ts';
import type verifyFiles from '#app/audit/evidence/tasks/verify-files.ts';
import type { ReceivedFile } from '#app/audit/evidence/tasks/verify-files.ts';
import { knownWith } from '#app/audit/evidence/verify/certificate-named.ts';
import type { Known, Trusted } from '#app/audit/evidence/verify/found.ts';
import type { Verdict } from '#app/audit/evidence/verify/verdict.ts';
import { readMultipart } from '#app/adapters/storage/multipart.ts';
import { isOutOfMemory, isUnfinished, workerTask, type WorkerPool } from '#app/adapters/workers/pool.ts';

/** The bytes of one request. A browser with scripts verifies files of any size by itself. */
export const examineLimit = 64 * 1024 * 1024;
const maxFiles = 20;
/** How many requests one network address may send in how many seconds. */
const pace = { points: 20, duration: 600 };
/** How many requests may be verified at once, in all and of one network address: each takes disk space. */
const maxActive = { inAll: 4, ofOne: 2 };

/** How long a request may take to arrive, and a processor to verify it, in milliseconds. */
interface Times {
  receive: number;
  verify: number;
}

export interface ExamineRequest {
  request: Request;
  /** The network address it came from; null where it is unknown. */
  address: string | null;
  trusted: Trusted;
  /** The certificates to know where the form names none (field `certificate`). */
  known?: Known;
}

export interface Examined {
  verdicts: Verdict[];
  /** The certificate that the form names, as it was typed. */
  certificate: string;
}

/**
 * Verifies files that a browser without scripts sends in a form (field `files`), in a temporary folder: none where the
 * form names a certificate that is none. Refuses `too_many_requests`, `file_too_large` (also when verifying takes too
 * much memory), `busy` (verifying was not finished) and `malformed` (also when receiving takes too long).
 */
export function createExaminer({ receive: receiveTime, verify }: Times) {
  const limiter = new RateLimiterMemory(pace);
  const task = workerTask<typeof verifyFiles>('app/audit/evidence/tasks/verify-files.ts', verify);
  const active: string[] = [];
  return async (
    workers: WorkerPool,
    { request, address, trusted, known = null }: ExamineRequest,
  ): Promise<Result<Examined>> => {
    const sender = address ?? 'unknown';
    const admitted = await limiter.consume(sender).catch(() => null);
    const full = active.length >= maxActive.inAll || active.filter((one) => one === sender).length >= maxActive.ofOne;
    if (!admitted || full) return refuse('too_many_requests', { facts: { seconds: 60 } });
    active.push(sender);
    let folder: string | null = null;
    try {
      folder = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-verify-'));
      const received = await receiveFiles(within(request, receiveTime), folder);
      if (!received.ok) return received;
      const { files, certificate } = received.value;
      const asked = knownWith(certificate, known);
      return ok({ certificate, verdicts: asked ? await workers.run(task, { files, trusted, ...asked }) : [] });
    } catch (error) {
      if (isUnfinished(error)) return refuse('busy', { detail: unfinished, facts: { retryAfterSeconds: 10 } });
      if (isOutOfMemory(error)) return refuse('file_too_large', { detail: tooHeavy });
      throw error;
    } finally {
      if (folder) await rm(folder, { recursive: true, force: true });
      active.splice(active.indexOf(sender), 1);
    }
  };
}

/** The examiner of this process, which counts the requests of each address. */
export const examineFiles = createExaminer({ receive: 600_000, verify: 30_000 });

/** The request, aborted when it takes longer than `time` milliseconds to arrive. */
function within(request: Request, time: number): Request {
  if (!request.body) return request;
  const body = request.body.pipeThrough(new TransformStream(), { signal: AbortSignal.timeout(time) });
  return new Request(request.url, { method: request.method, headers: request.headers, body, duplex: 'half' });
}

const byYourself = 'Turn on JavaScript: the browser then verifies files of any size by itself. Or use verify.mjs.';
const tooLarge = `Without JavaScript, at most 64 MB can be verified here. ${byYourself}`;
const unfinished = `These files were not verified to their end. Try again in a moment. ${byYourself}`;
const tooHeavy = `These files take more memory to verify than is allowed here. ${byYourself}`;
const tooMany = `At most ${maxFiles} files can be verified together. Choose fewer.`;

/** Writes the form's files to the folder. Excess bytes are read and dropped, so that the browser gets an answer. */
async function receiveFiles(
  request: Request,
  folder: string,
): Promise<Result<{ files: ReceivedFile[]; certificate: string }>> {
  const files: ReceivedFile[] = [];
  let left = examineLimit;
  const read = await readMultipart(request, maxFiles, async ({ name, filename, body }) => {
    if (name !== 'files') return;
    const file = path.join(folder, String(files.length));
    files.push({ name: filename, path: file });
    const withRoom = async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) if ((left -= piece.byteLength) >= 0) yield piece;
    };
    await pipeline(body, withRoom, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  });
  if (!read.ok) return read.failure.code === 'body_too_large' ? refuse('file_too_large', { detail: tooMany }) : read;
  if (left < 0) return refuse('file_too_large', { detail: tooLarge });
  const certificate = read.value.get('certificate');
  return ok({ files, certificate: typeof certificate === 'string' ? certificate : '' });
}
