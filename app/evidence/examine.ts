import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { unstable_parseMultipartFormData as parseMultipartFormData } from '@remix-run/node';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ok, refuse, type Result } from '#events/failures.ts';
import { withFile } from '#app/evidence/program/bytes.ts';
import { judge, type Given, type Trusted } from '#app/evidence/verify/judge.ts';
import type { Verdict } from '#app/evidence/verify/verdict.ts';

/** What one request may bring in all, in bytes. A browser with scripts checks files of any size by itself. */
export const examineLimit = 64 * 1024 * 1024;
const mostFiles = 20;
/** How often one network address may send files to be checked. */
const pace = { points: 20, duration: 600 };
/** How many are checked at once: each takes room on the disk. */
const atOnce = 4;

/**
 * Checks files that a browser without scripts sends in a form (field `files`). They lie in a folder of their own for as long as that takes
 * and are removed whatever happens; nothing is kept or looked up. Refuses `too_many_requests`, `file_too_large` and `malformed`.
 */
export function createExaminer(
  trusted: Trusted,
): (request: Request, address: string | null) => Promise<Result<Verdict[]>> {
  const limiter = new RateLimiterMemory(pace);
  let busy = 0;
  return async (request, address) => {
    const admitted = await limiter.consume(address ?? 'unknown').catch(() => null);
    if (!admitted || busy >= atOnce) return refuse('too_many_requests', { facts: { seconds: 60 } });
    if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return refuse('malformed');
    const folder = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-verify-'));
    busy++;
    try {
      const files = await receive(request, folder);
      if (!files) return refuse('file_too_large', { detail: tooLarge });
      return ok(await judgeAll(files, trusted));
    } finally {
      busy--;
      await rm(folder, { recursive: true, force: true });
    }
  };
}

const tooLarge =
  'Without scripts at most 64 MB can be checked here. Switch them on: the browser then checks files of any size by itself. Or use verify.mjs.';

interface Received {
  name: string;
  path: string;
}

/** Writes the form's files to the folder; null where they are too large. What is too much is read to its end and dropped, so that the browser gets an answer. */
async function receive(request: Request, folder: string): Promise<Received[] | null> {
  const files: Received[] = [];
  let left = examineLimit;
  await parseMultipartFormData(request, async ({ name, filename, data }) => {
    const wanted = name === 'files' && Boolean(filename) && files.length < mostFiles;
    const file = path.join(folder, String(files.length));
    const out = wanted ? createWriteStream(file, { flags: 'wx', mode: 0o600 }) : null;
    if (wanted) files.push({ name: filename ?? '', path: file });
    for await (const piece of data) {
      left -= piece.byteLength;
      if (out && left >= 0 && !out.write(piece)) await once(out, 'drain');
    }
    out?.end();
    if (out) await once(out, 'close');
    return undefined;
  });
  return left >= 0 ? files : null;
}

/** Opens the files one inside the other, so that all are open while they are judged together. */
const judgeAll = (files: readonly Received[], trusted: Trusted, open: readonly Given[] = []): Promise<Verdict[]> => {
  const [next, ...others] = files;
  return next === undefined
    ? judge(open, trusted)
    : withFile(next.path, (bytes) => judgeAll(others, trusted, [...open, { name: next.name, bytes }]));
};
