import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { objectKey } from '#app/adapters/storage/key.ts';
import { createS3Storage } from '#app/adapters/storage/s3.ts';

let server: Server;

/** An S3 server that answers as the test says; the storage in front of it has a short timeout. */
async function bucketThat(does: RequestListener) {
  server = createServer(does);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const key = { accessKeyId: 'one', secretAccessKey: 'two' };
  const settings = { bucket: 'silent', region: 'us-east-1', endpoint, forcePathStyle: true, ...key };
  const org = randomUUID();
  const storage = createS3Storage(settings, { connect: 200, answer: 200, silence: 200 });
  return { storage, files: storage.within(org), key: objectKey(org, randomUUID(), randomUUID(), 'original') };
}

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('reports an address where another server answers', async () => {
  const { storage } = await bucketThat((_request, response) => response.writeHead(404).end('<h1>No such page</h1>'));
  await expect(storage.check()).rejects.toThrow(
    'The bucket "silent" can\'t be used: what answers at its address is no S3 storage',
  );
});

describe('a bucket that falls silent', () => {
  test('is not waited for without end, whatever was asked', async () => {
    let requests = 0;
    const { storage, files, key } = await bucketThat(() => void requests++);
    const put = { maxBytes: 10, contentType: 'application/pdf' };
    const asked = [
      storage.check(),
      files.open(key),
      files.stat(key),
      files.copy(key, key),
      files.remove(key),
      files.put(key, Readable.from([Buffer.from('%PDF')]), put),
    ];
    const answers = await Promise.allSettled(asked);
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
    expect(requests, 'each waited once').toBe(asked.length);
    await expect(asked[0]).rejects.toThrow('The bucket "silent" can\'t be used: no answer came in time');
  });

  test('in the middle of a file fails the file, which never seems whole', async () => {
    const { files, key } = await bucketThat((_request, response) => {
      response.writeHead(200, { 'Content-Length': 1000 }).write('the beginning');
    });
    const opened = await files.open(key);
    if (!opened.ok) throw new Error('It was not opened');
    await expect(buffer(opened.value)).rejects.toThrow(/timed out/);
    await expect(files.digest(key)).rejects.toThrow(/timed out/);
  });
});
