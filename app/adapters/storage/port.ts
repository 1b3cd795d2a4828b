import type { Readable } from 'node:stream';
import type { Result } from '#events/failures.ts';

/** What was stored: its length in bytes and the SHA-256 (lower-case hex) of the bytes as they lie in storage. */
export interface StoredObject {
  size: number;
  sha256: string;
}

/** A part of an object: byte offsets from 0, both ends included, as in RFC 9110 section 14. */
export interface ByteRange {
  start: number;
  end: number;
}

export type Body = AsyncIterable<Uint8Array>;

export interface PutOptions {
  /** A longer body is refused with `file_too_large`, and nothing is left behind. */
  maxBytes: number;
  contentType?: string;
  /** Aborting rejects with the signal's reason, and nothing is left behind. */
  signal?: AbortSignal;
}

export interface PresignPutOptions {
  /** How long the address is good for. */
  expiresInSeconds: number;
  maxBytes: number;
}

/** Something in a folder. */
export interface ListedEntry {
  name: string;
  isFolder: boolean;
}

/**
 * One organisation's files. Bytes are streamed, never held whole. A key of another organisation is answered as a
 * missing file where it is read and is a bug (thrown) where it is written.
 */
export interface OrganisationStorage {
  /**
   * Stores a body under a key, replacing what was there. The bytes are hashed on their way in and again as they were
   * stored. Refuses with `file_too_large`, `storage_full` or `file_damaged` (the two hashes differ); a body that fails
   * or is aborted rejects with its own error. In each case nothing is left behind.
   */
  put(key: string, body: Body, options: PutOptions): Promise<Result<StoredObject>>;
  /**
   * The bytes, or a part of them; also of a prepared file. Refuses with `file_missing`. For delivery to a person use
   * `openVerified`.
   */
  open(key: string, range?: ByteRange): Promise<Result<Readable>>;
  /** What is directly in a prepared folder, in no order; nothing of any other folder. */
  list(folder: string): AsyncIterable<ListedEntry>;
  /** Length in bytes; null where there is no such object. */
  stat(key: string): Promise<{ size: number } | null>;
  /** Reads the stored bytes and hashes them. Refuses with `file_missing`. */
  digest(key: string): Promise<Result<StoredObject>>;
  /** Refuses with `file_missing` or `storage_full`. */
  copy(from: string, to: string): Promise<Result<StoredSize>>;
  move(from: string, to: string): Promise<Result<StoredSize>>;
  /** Removing what is not there is not an error. */
  remove(key: string): Promise<void>;
  /** An address to which one PUT of the bytes can be made without signing in. */
  presignPut(key: string, options: PresignPutOptions): Promise<string>;
}

export interface StoredSize {
  size: number;
}

/** Where the local adapter's presigned addresses lead. */
export const putPath = '/files/put';

/** The storage of all files. */
export interface Storage {
  within(org: string): OrganisationStorage;
  /**
   * Writes a small file. Rejects with a sentence where the storage can't be used or is nearly full; answers words where
   * it is slow. For /readyz and the start.
   */
  check(): Promise<string | undefined>;
  /**
   * Clears the remains of interrupted writes, and bytes that were sent for an upload and never completed (the folder
   * `incoming` of these organisations), where they are older than this many milliseconds.
   */
  tidy(olderThan: number, organisations: readonly string[]): Promise<void>;
  /** The origin that browsers send presigned uploads to, for `connect-src`; null where it is the product's own. */
  readonly uploadOrigin: string | null;
}
