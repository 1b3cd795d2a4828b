import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { World } from '#app/set-up/demonstration/world.ts';
import { loadConfig } from '#app/adapters/environment/config.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import { probeFolder } from '#app/adapters/storage/probe.ts';
import { isNoRoom, NoRoom } from '#app/adapters/storage/room.ts';
import { unavailabilityOf } from '#app/kit/errors/unavailable.ts';
import type { Task } from '#app/kit/job/task.ts';
import { startWorker, type Worker } from '#app/server/jobs/worker.ts';
import { start, type Started } from '#app/server/start.ts';

// L5: a full disk pauses the product, which says so, and goes on by itself once there is room.

const folder = mkdtempSync(path.join(os.tmpdir(), 'imprimatur-disk-'));

/** A disk of its own takes a system that lets this process mount one. */
const hasDisk = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=0711', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const fillers = ['a', 'b'].map((name) => path.join(folder, `filler-${name}`));

/** Fills the disk down to so many free bytes. */
function fill(filler: string, left: number): void {
  writeFileSync(filler, '');
  const piece = Buffer.alloc(1024 * 1024);
  const free = () => Number(execFileSync('df', ['--output=avail', '-B1', folder]).toString().split('\n')[1]);
  for (let room = free() - left; room > 0; room -= piece.length)
    try {
      appendFileSync(filler, room < piece.length ? piece.subarray(0, room) : piece);
    } catch {
      return;
    }
}

describe.runIf(hasDisk)('a full disk', () => {
  let started: Started;
  let worker: Worker;
  let world: World;
  const done: string[] = [];
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => void unhandled.push(error);

  const storeTask: Task<{ word: string }> = {
    name: 'store',
    payload: z.object({ word: z.string() }),
    async run({ word }, { storage, newId }) {
      const [org, uid] = [newId(), newId()];
      const body = Readable.from([Buffer.from(word)]);
      const stored = await storage.within(org).put(objectKey(org, uid, uid, 'original'), body, { maxBytes: 100 });
      if (!stored.ok) throw new NoRoom(stored.failure.code);
      done.push(word);
    },
  };
  const add = (word: string) =>
    started.services.database.pool.query('select graphile_worker.add_job($1, $2::json)', [
      'store',
      JSON.stringify({ word }),
    ]);

  beforeAll(async () => {
    const log = pino({ level: 'silent' });
    const config = await loadConfig({ DATA_DIR: folder, SECRET_KEY: 'k'.repeat(40) });
    started = await start(config, log, 'server');
    world = await World.found(started.services, {
      name: 'Northmere Diagnostics',
      domain: 'northmere.example',
      admin: {
        firstName: 'Ines',
        lastName: 'Okafor',
        email: 'ines@northmere.example',
        password: 'corridor-battery-9-lamp',
      },
    });
    worker = await startWorker({ ...started, ports: started.services, tasks: [storeTask], recurring: [], log });
    process.on('unhandledRejection', onUnhandled);
  });
  afterAll(async () => {
    for (const filler of fillers) rmSync(filler, { force: true });
    await worker?.stop();
    await started?.close();
    process.off('unhandledRejection', onUnhandled);
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('[A11-16a] by the clock: pauses what is recorded and what jobs do, and goes on by itself', async () => {
    fill(fillers[0]!, 20 * 1024 * 1024);
    const refused: unknown = await world.department('Laboratory').catch((error: unknown) => error);
    expect(unavailabilityOf(refused), String(refused)).toMatchObject({ code: 'database_full' });
    expect(isNoRoom(await probeFolder(folder).catch((error: unknown) => error))).toBe(true);
    await add('while the disk is full');
    await expect
      .poll(
        async () => {
          const { rows } = await started.services.database.pool.query<{ last_error: string | null }>(
            `select last_error from graphile_worker.jobs where task_identifier = 'store'`,
          );
          return rows[0]?.last_error;
        },
        { timeout: 60_000 },
      )
      .toMatch(/^No room: /);
    // Nothing at all is left, also for the database.
    fill(fillers[1]!, 0);
    await sleep(5_000);
    for (const filler of fillers) rmSync(filler);
    await expect.poll(() => done, { timeout: 120_000, interval: 500 }).toEqual(['while the disk is full']);
    await expect
      .poll(() => world.department('Quality').then(() => 'recorded', String), { timeout: 60_000 })
      .toBe('recorded');
    await worker.check();
    expect(unhandled).toEqual([]);
  }, 300_000);
});
