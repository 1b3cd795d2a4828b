import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytes, leastFree, NoRoom } from '#app/adapters/storage/room.ts';

/** Writing a small file takes some milliseconds; longer than this (in milliseconds) a disk or bucket is slow. */
const slow = 1_000;
const probe = Buffer.alloc(4096, 'probe');

/** How long a write took, where it was slow; undefined: as usual. For /readyz. */
export async function timed(write: () => Promise<unknown>): Promise<string | undefined> {
  const begun = performance.now();
  await write();
  const took = performance.now() - begun;
  return took > slow ? `slow: a small file took ${(took / 1000).toFixed(1)} s` : undefined;
}

/** Writes a small file to the disk below a folder and removes it. Rejects where it fails or little room is left. */
export async function probeFolder(folder: string, room = leastFree): Promise<string | undefined> {
  const file = join(folder, `check-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const answer = await timed(async () => {
      const handle = await open(file, 'wx', 0o600);
      try {
        await handle.writeFile(probe);
        await handle.sync();
      } finally {
        await handle.close();
      }
    });
    const free = await freeBytes(folder);
    if (free < room) throw new NoRoom(`Only ${Math.floor(free / 1024 ** 2)} MB are free`);
    return answer;
  } finally {
    await rm(file, { force: true });
  }
}
