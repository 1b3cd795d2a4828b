import { createHash, type Hash } from 'node:crypto';
import { ok } from '#events/failures.ts';
import type { Result } from '#events/failures.ts';
import { fileDamaged } from '#app/storage/refusals.ts';
import type { OrganisationStorage } from '#app/storage/port.ts';

export interface VerifiedFile {
  size: number;
  /** To be read once. */
  body: AsyncIterable<Uint8Array>;
}

/**
 * Opens a file for delivery. The stored bytes are hashed first: where they are not those with the recorded SHA-256
 * (lower-case hex), nothing is sent and `file_damaged` is answered; `file_missing` where they are gone. The bytes are hashed
 * again on their way out and the last piece is held back until they agree, so that a file changed in between never arrives
 * complete: the stream fails instead. (21 CFR 11.10(a), REGULATIONS.md P11-10a)
 */
export async function openVerified(
  storage: OrganisationStorage,
  key: string,
  sha256: string,
): Promise<Result<VerifiedFile>> {
  const stored = await storage.digest(key);
  if (!stored.ok) return stored;
  if (stored.value.sha256 !== sha256) return fileDamaged();
  return ok({ size: stored.value.size, body: checkedOnTheWayOut(storage, key, sha256) });
}

/**
 * The same for a file that is handed out with something after its end: `hash` has taken in the whole file, and goes on with what follows.
 */
export async function openToContinue(
  storage: OrganisationStorage,
  key: string,
  sha256: string,
): Promise<Result<VerifiedFile & { hash: Hash }>> {
  const opened = await storage.open(key);
  if (!opened.ok) return opened;
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of opened.value as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    size += chunk.length;
  }
  if (hash.copy().digest('hex') !== sha256) return fileDamaged();
  return ok({ size, body: checkedOnTheWayOut(storage, key, sha256), hash });
}

/** Opens the file when the first byte is asked for, so that a body that nobody reads holds nothing open. */
async function* checkedOnTheWayOut(
  storage: OrganisationStorage,
  key: string,
  sha256: string,
): AsyncGenerator<Uint8Array> {
  const opened = await storage.open(key);
  if (!opened.ok) throw new Error('The file went away from storage before it was sent');
  const hash = createHash('sha256');
  let held: Uint8Array | undefined;
  for await (const chunk of opened.value as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    if (held) yield held;
    held = chunk;
  }
  if (hash.digest('hex') !== sha256) throw new Error('The file changed in storage while it was being sent');
  if (held) yield held;
}
