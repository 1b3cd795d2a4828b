import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response as Answer } from 'express';
import { afterEach, expect, it, vi } from 'vitest';
import { turns } from '#app/server/middleware/turns.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server whose answers wait until the test gives them; `begun` has the addresses in the order in which work on them began. */
async function site(patience: number) {
  const begun: string[] = [];
  const answers = new Map<string, Answer>();
  const app = express();
  app.use(turns({ atOnce: 2, patience }));
  app.all('*', (request, response) => {
    begun.push(request.path);
    answers.set(request.path, response);
  });
  server = createServer(app).listen(0);
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Each on its way before the next: what is asked for first is then known to come first.
  const ask = async (path: string, { accept = 'text/html', ...init }: RequestInit & { accept?: string } = {}) => {
    const arrived = once(server!, 'request');
    const answered = fetch(address + path, { ...init, headers: { accept } });
    answered.catch(() => undefined);
    await arrived;
    return { answered };
  };
  return { begun, ask, give: (path: string) => void answers.get(path)!.end('there') };
}

const long = 60_000;

it('takes up two pages at once, and the others in the order in which they were asked for', async () => {
  const { begun, ask, give } = await site(long);
  for (const path of ['/1', '/2', '/3', '/4.data']) await ask(path);
  expect(begun).toEqual(['/1', '/2']);
  give('/2');
  await vi.waitFor(() => expect(begun).toEqual(['/1', '/2', '/3']));
  give('/1');
  await vi.waitFor(() => expect(begun).toEqual(['/1', '/2', '/3', '/4.data']));
});

it('lets forms, files and calls go ahead', async () => {
  const { begun, ask } = await site(long);
  for (const path of ['/1', '/2', '/3']) await ask(path);
  await ask('/form', { method: 'POST' });
  await ask('/picture', { accept: 'image/webp,*/*;q=0.8' });
  expect(begun).toEqual(['/1', '/2', '/form', '/picture']);
});

it('begins nothing for whoever has gone while waiting, and their place is not lost', async () => {
  const { begun, ask, give } = await site(long);
  const gone = new AbortController();
  await ask('/1');
  await ask('/2');
  const left = once(server!, 'request').then(([, response]) => once(response as Answer, 'close'));
  await ask('/left', { signal: gone.signal });
  await ask('/4');
  gone.abort();
  await left;
  give('/1');
  await vi.waitFor(() => expect(begun).toEqual(['/1', '/2', '/4']));
  const { answered } = await ask('/5');
  give('/4');
  await vi.waitFor(() => expect(begun).toEqual(['/1', '/2', '/4', '/5']));
  give('/5');
  expect(await (await answered).text()).toBe('there');
});

it('gives a turn on where a page has waited long for something else', async () => {
  const { begun, ask, give } = await site(1);
  for (const path of ['/1', '/2', '/3']) await ask(path);
  await vi.waitFor(() => expect(begun).toEqual(['/1', '/2', '/3']));
  for (const path of ['/1', '/2', '/3']) give(path);
  for (const path of ['/4', '/5']) await ask(path);
  await vi.waitFor(() => expect(begun).toHaveLength(5));
});
