import { createHash, type Hash } from 'node:crypto';
import { ok } from '#events/failures.ts';
import type { Result } from '#events/failures.ts';
import { fileDamaged } from '#app/adapters/storage/refusals.ts';
import type { OrganisationStorage } from '#app/adapters/storage/port.ts';

export interface VerifiedFile {
  size: number;
  /** To be read once. */
  body: AsyncIterable<Uint8Array>;
}

/**
 * Opens a file for delivery. The stored bytes are hashed first: `file_damaged` where they do not have the recorded
 * SHA-256 (lower-case hex). They are hashed again as they are sent, and the last chunk waits for the result, so that a
 * file that changes in between never arrives complete (21 CFR 11.10(a), P11-10a5).
 */
export async function openVerified(
  storage: OrganisationStorage,
  key: string,
  sha256: string,
): Promise<Result<VerifiedFile>> {
  const stored = await storage.digest(key);
  if (!stored.ok) return stored;
  if (stored.value.sha256 !== sha256) return fileDamaged();
  return ok({ size: stored.value.size, body: checkedStream(storage, key, sha256) });
}

/**
 * The same for a file that is handed out within another: `hash` has taken in what stands before it and the whole file,
 * and goes on with what follows.
 */
export async function openToContinue(
  storage: OrganisationStorage,
  key: string,
  sha256: string,
  before?: Uint8Array,
): Promise<Result<VerifiedFile & { hash: Hash }>> {
  const opened = await storage.open(key);
  if (!opened.ok) return opened;
  const own = createHash('sha256');
  const hash = before ? createHash('sha256').update(before) : own;
  let size = 0;
  for await (const chunk of opened.value as AsyncIterable<Uint8Array>) {
    own.update(chunk);
    if (before) hash.update(chunk);
    size += chunk.length;
  }
  if (own.copy().digest('hex') !== sha256) return fileDamaged();
  return ok({ size, body: checkedStream(storage, key, sha256), hash });
}

/** Opens the file with the first read, so that an unread body holds nothing open. */
async function* checkedStream(storage: OrganisationStorage, key: string, sha256: string): AsyncGenerator<Uint8Array> {
  const opened = await storage.open(key);
  if (!opened.ok) throw new Error('The file was removed from storage before it was sent');
  const hash = createHash('sha256');
  let last: Uint8Array | undefined;
  for await (const chunk of opened.value as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    if (last) yield last;
    last = chunk;
  }
  if (hash.digest('hex') !== sha256) throw new Error('The file changed in storage while it was being sent');
  if (last) yield last;
}
