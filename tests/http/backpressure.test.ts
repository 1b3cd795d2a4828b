import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createReadableStreamFromReadable, writeReadableStreamToWritable } from '@remix-run/node';
import { expect, test } from 'vitest';
import { waitForDrain } from '#app/kit/downloads/backpressure.ts';

const piece = Buffer.alloc(256 * 1024);
const pieces = 400;

test('reads a file only as fast as a slow client takes it, and stops when the client disconnects', async () => {
  let produced = 0;
  let ended: unknown;
  const server = createServer((_request, response) => {
    async function* file() {
      for (; produced < pieces; produced++) {
        yield piece;
        await waitForDrain(response);
      }
    }
    const stream = createReadableStreamFromReadable(Readable.from(file()));
    writeReadableStreamToWritable(stream, response).catch((error: unknown) => (ended = error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  socket.pause();
  await sleep(500);
  const held = produced;
  // The buffers of the operating system take a few megabytes of the hundred.
  expect(held).toBeLessThan(pieces / 4);
  socket.destroy();
  await expect.poll(() => ended).toBeInstanceOf(Error);
  expect(produced).toBeLessThan(pieces);
  server.close();
});
