import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '#app/adapters/storage/s3.ts';

export interface S3Peer {
  settings: S3Settings;
  close(): Promise<void>;
}

/**
 * An S3 server on a free port with one empty bucket. It computes bucket requests' signatures over another path than the
 * SDK sends; `trusting` accepts any.
 */
export async function startS3(bucket = 'imprimatur', { trusting = false } = {}): Promise<S3Peer> {
  const directory = await mkdtemp(join(tmpdir(), 'imprimatur-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    allowMismatchedSignatures: trusting,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const address: AddressInfo = await server.run();
  return {
    settings: {
      bucket,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${address.port}`,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      forcePathStyle: true,
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
