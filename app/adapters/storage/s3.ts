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
import { hasCode } from '#events/error-code.ts';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ok } from '#events/failures.ts';
import type { Result } from '#events/failures.ts';
import { incoming } from '#app/adapters/storage/key.ts';
import { StorageUnavailable } from '#app/adapters/storage/is-unavailable.ts';
import { digestOf, HashingLimiter, type LimitExceeded } from '#app/adapters/storage/hashing-limiter.ts';
import type { OrganisationStorage, Storage, StoredObject, StoredSize } from '#app/adapters/storage/port.ts';
import { timed } from '#app/adapters/storage/probe.ts';
import { fileDamaged, fileMissing, fileTooLarge, storageFull } from '#app/adapters/storage/refusals.ts';
import { scopedTo } from '#app/adapters/storage/scoped.ts';

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

/** In milliseconds. */
interface Timeouts {
  connect: number;
  /** Until a small request is answered. */
  answer: number;
  /** Without a byte in either direction, for example where a body stops early. */
  silence: number;
}

/** The SDK has no timeouts of its own: a bucket that hangs would block every request and job that needs it. */
const defaultTimeouts: Timeouts = { connect: 10_000, answer: 20_000, silence: 60_000 };

const statusOf = (error: S3ServiceException): number => error.$metadata.httpStatusCode ?? 0;

const notThere = (error: unknown): boolean =>
  error instanceof S3ServiceException && (statusOf(error) === 404 || error.name === 'NoSuchKey');

/** Quota and full disks as S3 servers name them. */
const noRoom = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'].includes(error.name) || statusOf(error) === 507);

/** The refusal that an error means; throws every other error. */
function refusalOf(error: unknown): ReturnType<typeof fileMissing> {
  if (hasCode<LimitExceeded>(error, 'limit_exceeded')) return fileTooLarge(error.maxBytes);
  if (notThere(error)) return fileMissing();
  if (noRoom(error)) return storageFull();
  throw error;
}

/** Whether the server gave no answer, or said that it cannot work or does not accept these credentials. */
const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof S3ServiceException)) return error instanceof Error && error.name !== 'AbortError';
  const aboutTheKey = statusOf(error) === 404 && error.name !== 'NoSuchBucket';
  return !aboutTheKey && !noRoom(error) && statusOf(error) !== 416 && statusOf(error) !== 501;
};

/** The reason in words, for the sentence at the start of the server. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The SDK's name for an answer that holds no error of S3.
  return error.message === 'UnknownError'
    ? 'what answers at its address is no S3 storage'
    : error.message || error.name;
}

/** A client whose requests end in time; throws `StorageUnavailable` where the server does not answer. */
export function createS3Client(
  { region, forcePathStyle, endpoint, ...credentials }: S3Settings,
  timeouts: Timeouts = defaultTimeouts,
): S3Client {
  const client = new S3Client({
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    credentials,
    // Checksum headers only where the protocol asks for them: other servers refuse the SDK's default ones.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: timeouts.connect,
      socketTimeout: timeouts.silence,
      throwOnRequestTimeout: true,
    },
  });
  // The SDK repeats a request that timed out twice: under another name it does not, and a person waits once.
  client.middlewareStack.add(
    (next) => (asked) =>
      next(asked).catch((error: unknown) => {
        const timedOut = error instanceof Error && error.name === 'TimeoutError';
        throw timedOut ? new Error('no answer came in time') : error;
      }),
    { step: 'finalizeRequest', priority: 'low' },
  );
  // Outside of the SDK's own repetitions, which look at the errors that they catch.
  client.middlewareStack.add(
    (next) => (asked) =>
      next(asked).catch((error: unknown) => {
        throw isUnavailable(error) ? new StorageUnavailable(error) : error;
      }),
    { step: 'initialize', priority: 'high' },
  );
  return client;
}

/** Files in a bucket of an S3 server. A stored file counts once its SHA-256 was read back from the bucket. */
export function createS3Storage(settings: S3Settings, timeouts: Timeouts = defaultTimeouts): Storage {
  const { bucket } = settings;
  const soon = { requestTimeout: timeouts.answer };
  const client = createS3Client(settings, timeouts);

  const adapter: OrganisationStorage = {
    async put(key, body, { maxBytes, contentType, signal }) {
      const limiter = new HashingLimiter(maxBytes);
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: key, Body: limiter, ContentType: contentType },
        queueSize: 2,
        partSize: 8 * 1024 * 1024,
      });
      const feeding = pipeline(Readable.from(body, { objectMode: false }), limiter, { signal });
      try {
        const [fed, sent] = await Promise.allSettled([
          feeding.catch(async (error: unknown) => {
            await upload.abort();
            throw error;
          }),
          upload.done().catch((error: unknown) => {
            limiter.destroy(error instanceof Error ? error : undefined);
            throw error;
          }),
        ]);
        // The body's own failure is the reason; that the upload was then given up follows from it.
        if (fed.status === 'rejected' && !noRoom(fed.reason)) throw fed.reason;
        if (sent.status === 'rejected') throw sent.reason;
      } catch (error) {
        return refusalOf(error);
      }
      const expected = limiter.result();
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
        return refusalOf(error);
      }
    },

    async *list(folder) {
      const inside = { Bucket: bucket, Prefix: `${folder}/`, Delimiter: '/' };
      for await (const { CommonPrefixes = [], Contents = [] } of paginateListObjectsV2({ client }, inside)) {
        for (const { Prefix = '' } of CommonPrefixes)
          yield { name: Prefix.slice(inside.Prefix.length, -1), isFolder: true };
        // Consoles make an empty object of the folder's own name.
        for (const { Key = '' } of Contents)
          if (Key !== inside.Prefix) yield { name: Key.slice(inside.Prefix.length), isFolder: false };
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
        return ok(await digestOf(opened.value));
      } catch (error) {
        throw new StorageUnavailable(error);
      }
    },

    async copy(from, to): Promise<Result<StoredSize>> {
      const found = await adapter.stat(from);
      if (!found) return fileMissing();
      try {
        await client.send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: `${bucket}/${from}` }));
        return ok(found);
      } catch (error) {
        return refusalOf(error);
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
     * The protocol can't bound a presigned PUT: a longer body is refused and removed when the upload is completed.
     * The content type is left unsigned, so that a client may send the bytes without knowing ours.
     */
    async presignPut(key, { expiresInSeconds }) {
      return getSignedUrl(client, new PutObjectCommand({ Bucket: bucket, Key: key }), { expiresIn: expiresInSeconds });
    },
  };

  /** Uploads in parts that were begun and not ended; some servers do not list them. */
  async function unfinishedUploads() {
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
        const Body = 'written by /readyz';
        return await timed(() => client.send(new PutObjectCommand({ Bucket: bucket, Key: 'readiness', Body }), soon));
      } catch (error) {
        throw new Error(`The bucket "${bucket}" can't be used: ${reasonOf(error)}`, { cause: error });
      }
    },
    async tidy(olderThan, organisations) {
      const before = Date.now() - olderThan;
      for (const org of organisations) {
        const sent = { Bucket: bucket, Prefix: `${org}/${incoming}/` };
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, sent))
          for (const { Key, LastModified } of Contents)
            if (Key && LastModified && LastModified.getTime() < before) await adapter.remove(Key);
      }
      for (const { Key, UploadId, Initiated } of await unfinishedUploads()) {
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
