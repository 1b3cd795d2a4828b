import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ok } from '#events/failures.ts';
import type { Result } from '#events/failures.ts';
import { landing } from '#app/storage/key.ts';
import { StorageAway } from '#app/storage/is-unavailable.ts';
import { LimitExceeded, measure, Meter } from '#app/storage/hashing-limiter.ts';
import type { OrganisationStorage, Storage, StoredObject, StoredSize } from '#app/storage/port.ts';
import { fileDamaged, fileMissing, fileTooLarge, storageFull } from '#app/storage/refusals.ts';
import { scopedTo } from '#app/storage/scoped.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  /** Null: Amazon's own. */
  endpoint: string | null;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket's name in the path instead of the host name. */
  forcePathStyle: boolean;
}

/** Milliseconds. */
interface Patience {
  connect: number;
  /** Until a small request is answered. */
  answer: number;
  /** Without a byte in either direction, as where a body stops in its middle. */
  silence: number;
}

/** By itself the SDK waits for ever: a bucket that hung would hold every request and job that came to it. */
const usualPatience: Patience = { connect: 10_000, answer: 20_000, silence: 60_000 };

const notThere = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.$metadata.httpStatusCode === 404 || error.name === 'NoSuchKey');

/** Quota and full disks as S3 servers name them. */
const noRoom = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'].includes(error.name) ||
    error.$metadata.httpStatusCode === 507);

/** Whether what failed is no answer to what was asked: none came, or the server says that it cannot answer, or not us. */
const isAway = (error: unknown): boolean => {
  if (!(error instanceof S3ServiceException)) return error instanceof Error && error.name !== 'AbortError';
  const status = error.$metadata.httpStatusCode ?? 0;
  const ofTheKey = status === 404 && error.name !== 'NoSuchBucket';
  return !ofTheKey && !noRoom(error) && status !== 416 && status !== 501;
};

/** By another name than the one by which the SDK tries again, and without it as the cause, where the SDK looks too. */
class Silence extends Error {
  override name = 'Silence';
}

/** In words, for whoever reads the start's own sentence. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The client's word for an answer without an error of S3's in it.
  return error.message === 'UnknownError'
    ? 'what answers at its address is no S3 storage'
    : error.message || error.name;
}

/**
 * Files in a bucket of an S3 server. Checksum headers are sent only where the protocol asks for them: other servers refuse
 * the SDK's default ones. What holds is the SHA-256 that we read back from the bucket.
 */
export function createS3Storage(settings: S3Settings, patience: Patience = usualPatience): Storage {
  const { bucket } = settings;
  const soon = { requestTimeout: patience.answer };
  const client = new S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    ...(settings.endpoint && { endpoint: settings.endpoint }),
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: patience.connect,
      socketTimeout: patience.silence,
      throwOnRequestTimeout: true,
    },
  });
  // The SDK asks thrice where nothing is answered: whoever waits would wait three times as long, and a form with a file for minutes.
  client.middlewareStack.add(
    (next) => (asked) =>
      next(asked).catch((error: unknown) => {
        throw error instanceof Error && error.name === 'TimeoutError' ? new Silence('no answer came in time') : error;
      }),
    { step: 'finalizeRequest', priority: 'low' },
  );

  // Outside of the SDK's own tries, which look at what they catch.
  client.middlewareStack.add(
    (next) => (asked) =>
      next(asked).catch((error: unknown) => {
        throw isAway(error) ? new StorageAway(error) : error;
      }),
    { step: 'initialize', priority: 'high' },
  );

  const adapter: OrganisationStorage = {
    async put(key, body, { maxBytes, contentType, signal }) {
      const meter = new Meter(maxBytes);
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: key, Body: meter, ContentType: contentType },
        queueSize: 2,
        partSize: 8 * 1024 * 1024,
      });
      const feeding = pipeline(Readable.from(body, { objectMode: false }), meter, { signal });
      try {
        const [fed, sent] = await Promise.allSettled([
          feeding.catch(async (error: unknown) => {
            await upload.abort();
            throw error;
          }),
          upload.done().catch((error: unknown) => {
            meter.destroy(error instanceof Error ? error : undefined);
            throw error;
          }),
        ]);
        // The body's own failure is the reason; that the upload was then given up follows from it.
        if (fed.status === 'rejected' && !noRoom(fed.reason)) throw fed.reason;
        if (sent.status === 'rejected') throw sent.reason;
      } catch (error) {
        if (error instanceof LimitExceeded) return fileTooLarge(error.maxBytes);
        if (noRoom(error)) return storageFull();
        throw error;
      }
      const expected = meter.result();
      const stored = await adapter.digest(key);
      if (stored.ok && stored.value.sha256 === expected.sha256) return stored;
      await adapter.remove(key);
      return fileDamaged();
    },

    async open(key, range) {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({
            Bucket: bucket,
            Key: key,
            Range: range && `bytes=${range.start}-${range.end}`,
          }),
          soon,
        );
        if (!(Body instanceof Readable)) throw new Error('The S3 server answered without a body');
        return ok(Body);
      } catch (error) {
        if (notThere(error)) return fileMissing();
        throw error;
      }
    },

    async stat(key) {
      try {
        const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), soon);
        return { size: ContentLength ?? 0 };
      } catch (error) {
        if (notThere(error)) return null;
        throw error;
      }
    },

    async digest(key): Promise<Result<StoredObject>> {
      const opened = await adapter.open(key);
      if (!opened.ok) return opened;
      try {
        return ok(await measure(opened.value));
      } catch (error) {
        throw new StorageAway(error);
      }
    },

    async copy(from, to): Promise<Result<StoredSize>> {
      const found = await adapter.stat(from);
      if (!found) return fileMissing();
      try {
        await client.send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: `${bucket}/${from}` }));
        return ok(found);
      } catch (error) {
        if (notThere(error)) return fileMissing();
        if (noRoom(error)) return storageFull();
        throw error;
      }
    },

    async move(from, to): Promise<Result<StoredSize>> {
      const copied = await adapter.copy(from, to);
      if (copied.ok) await adapter.remove(from);
      return copied;
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), soon);
    },

    /**
     * The protocol can't bound a presigned PUT: a longer body is found, refused and removed when the upload is completed.
     * The content type is left unsigned, so that a client may send the bytes without knowing ours.
     */
    async presignPut(key, { expiresInSeconds }) {
      return getSignedUrl(client, new PutObjectCommand({ Bucket: bucket, Key: key }), { expiresIn: expiresInSeconds });
    },
  };

  /** Uploads in parts that were begun and not ended; some servers do not list them. */
  async function begunParts() {
    try {
      return (await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads ?? [];
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 501) return [];
      throw error;
    }
  }

  return {
    uploadOrigin: originOf(settings),
    within: (org) => scopedTo(org, adapter),
    async check() {
      try {
        await client.send(new GetObjectCommand({ Bucket: bucket, Key: 'readiness' }), soon);
      } catch (error) {
        // That there is no such object is what a bucket in working order answers; a HEAD could not tell it from no bucket.
        if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return;
        throw new Error(`The bucket "${bucket}" can't be used: ${reasonOf(error)}`, { cause: error });
      }
    },
    async tidy(olderThan, organisations) {
      const before = Date.now() - olderThan;
      for (const org of organisations) {
        const landed = { Bucket: bucket, Prefix: `${org}/${landing}/` };
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, landed))
          for (const { Key, LastModified } of Contents)
            if (Key && LastModified && LastModified.getTime() < before) await adapter.remove(Key);
      }
      for (const { Key, UploadId, Initiated } of await begunParts()) {
        if (!Key || !UploadId || !Initiated || Initiated.getTime() > before) continue;
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
      }
    },
  };
}

/** Where browsers send presigned uploads: the server itself, or the bucket's own host name. */
function originOf({ bucket, region, endpoint, forcePathStyle }: S3Settings): string {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (!forcePathStyle) url.hostname = `${bucket}.${url.hostname}`;
  return url.origin;
}
