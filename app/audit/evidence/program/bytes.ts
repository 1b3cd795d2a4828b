import { lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parts } from '#app/audit/evidence/verify/contents.ts';
import type { Given } from '#app/audit/evidence/verify/verify-files.ts';
import { Refusal } from '#app/audit/evidence/verify/refusal.ts';
import type { Bytes, PackFile } from '#app/audit/evidence/verify/zip.ts';

/** Bytes read ahead, since the files of a pack are small and follow one another. */
const ahead = 1024 * 1024;

/** Opens files on disk, all at once, for as long as `work` takes. */
export async function withFiles<T>(
  files: readonly { name: string; path: string }[],
  work: (open: readonly Given[]) => Promise<T>,
  open: readonly Given[] = [],
): Promise<T> {
  const [next, ...others] = files;
  if (!next) return work(open);
  return withFile(next.path, (bytes) => withFiles(others, work, [...open, { name: next.name, bytes }]));
}

async function withFile<T>(file: string, work: (bytes: Bytes) => Promise<T>): Promise<T> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    let held = { start: 0, bytes: new Uint8Array(0) };
    return await work({
      size,
      async read(start, end) {
        if (start < held.start || end > held.start + held.bytes.length) {
          const length = Math.min(size - start, Math.max(end - start, ahead));
          const buffer = new Uint8Array(Math.max(0, length));
          const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
          held = { start, bytes: buffer.subarray(0, bytesRead) };
        }
        return held.bytes.subarray(start - held.start, end - held.start);
      },
    });
  } finally {
    await handle.close();
  }
}

/** The files of an unpacked pack, in the order in which they were packed. */
export async function filesOf(folder: string): Promise<PackFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  const last: readonly string[] = [parts.sums, parts.signedSums];
  const ordered = [
    ...paths.filter((name) => !last.includes(name)).sort(),
    ...last.filter((name) => paths.includes(name)),
  ];
  return Promise.all(
    ordered.map(async (name) => {
      const file = path.join(folder, name);
      const found = await lstat(file);
      if (!found.isFile()) throw new Refusal(name, 'is not a file but a link or a device, which was not followed');
      return { path: name, size: found.size, open: () => contentOf(file) };
    }),
  );
}

async function* contentOf(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file, 'r');
  yield* handle.createReadStream();
}
