import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { Fault } from '#app/adapters/environment/fault.ts';
import { NoRoom } from '#app/adapters/storage/room.ts';
import { ready, type Checks } from '#app/server/readiness.ts';

// L5 and L6: what the product waits for is said, and nothing that names a server.

async function answerTo(checks: Checks) {
  const server = createServer(express().use(ready(checks)));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const answer = await fetch(`http://localhost:${(server.address() as AddressInfo).port}`);
  const body: unknown = await answer.json();
  server.close();
  return { status: answer.status, body };
}

it('[A11-16b] by call: a full disk, and a clock that is more than a minute off, are said with 503', async () => {
  const wrapped = new Error('The folder for files cannot be written to', { cause: new NoRoom('Only 3 MB are free.') });
  const answer = await answerTo({
    disk: () => Promise.reject(new NoRoom('Only 3 MB are free.')),
    storage: () => Promise.reject(wrapped),
    clock: () => Promise.reject(new Fault("the server's clock is 90 s ahead of the database's")),
    database: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7')),
  });
  expect(answer).toEqual({
    status: 503,
    body: {
      status: 'not ready',
      checks: {
        disk: 'failed: the disk is full',
        storage: 'failed: the disk is full',
        clock: "failed: the server's clock is 90 s ahead of the database's",
        database: 'failed',
      },
    },
  });
});

it('by call: a clock that is more than 5 seconds off is said, and ready', async () => {
  const words = "the server's clock is 9 s behind the database's";
  expect(await answerTo({ clock: () => Promise.resolve(words) })).toEqual({
    status: 200,
    body: { status: 'ready', checks: { clock: words } },
  });
});
