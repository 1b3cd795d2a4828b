import { GetObjectCommand, paginateListObjectsV2, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { type CheckpointCopies, organisationOfCopy } from './copies.ts';

const prefix = 'checkpoints/';

/** Copies as objects of the bucket, apart from the organisations' files. */
export function createBucketCopies(client: S3Client, Bucket: string): CheckpointCopies {
  return {
    place: 'the bucket, under checkpoints/',
    async store(org, note) {
      const object = { Bucket, Key: `${prefix}${org}.txt`, Body: note, ContentType: 'text/plain; charset=utf-8' };
      await client.send(new PutObjectCommand(object));
    },
    async list() {
      const notes = new Map<string, string>();
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix }))
        for (const { Key } of Contents) {
          const org = organisationOfCopy(Key?.slice(prefix.length) ?? '');
          if (!Key || !org) continue;
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
          notes.set(org, (await Body?.transformToString('utf8')) ?? '');
        }
      return notes;
    },
  };
}
