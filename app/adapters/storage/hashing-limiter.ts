import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import type { Body, StoredObject } from '#app/adapters/storage/port.ts';

/** The body is longer than allowed. The adapters catch it and answer `file_too_large`. */
export class LimitExceeded extends Error {
  readonly code = 'limit_exceeded';
  constructor(readonly maxBytes: number) {
    super(`The body is longer than ${maxBytes} bytes`);
  }
}

/** Counts and hashes the bytes that pass through, and fails as soon as the limit is passed. */
export class HashingLimiter extends Transform {
  #hash = createHash('sha256');
  #size = 0;

  constructor(private readonly maxBytes: number) {
    super();
  }

  override _transform(chunk: Uint8Array, _encoding: string, done: TransformCallback): void {
    this.#size += chunk.byteLength;
    if (this.#size > this.maxBytes) return done(new LimitExceeded(this.maxBytes));
    this.#hash.update(chunk);
    done(null, chunk);
  }

  /** To be called once, after the end. */
  result(): StoredObject {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}

/** Length and SHA-256 of a stream, read to its end. */
export async function digestOf(body: Body): Promise<StoredObject> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { size, sha256: hash.digest('hex') };
}
