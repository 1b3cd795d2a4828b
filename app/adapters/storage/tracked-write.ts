import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/database.ts';
import { incoming, objectKey } from '#app/adapters/storage/key.ts';
import { createUploadRows } from '#app/adapters/storage/upload-rows.ts';

/** A file that the product makes for a document, before it is made. */
interface FileToMake {
  org: string;
  document: string;
  /** The uid in its key. */
  uid: string;
  key: string;
  name: string;
  maxBytes: number;
}

const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Tracks a write of a generated file as an upload: if a crash comes between its bytes and the event that records it,
 * the sweep finds it a day later and asks the ledger. `write` ends once the file is recorded or removed; if it throws,
 * the row stays.
 */
export async function trackedWrite<T>(
  { database, now }: { database: Pick<Database, 'tenant'>; now(): Instant },
  { org, document, uid, key, name, maxBytes }: FileToMake,
  write: () => Promise<T>,
): Promise<T> {
  const rows = createUploadRows(database);
  const row = {
    org_id: org,
    uid,
    document,
    owner: nobody,
    kind: 'final' as const,
    original_name: name,
    max_bytes: String(maxBytes),
    state: 'begun' as const,
    // No bytes are sent there: the sweep empties this key first, and must not find the file itself at it.
    object_key: objectKey(org, incoming, uid, 'incoming'),
    sealed_key: key,
    size: null,
    sha256: null,
    media_type: null,
    pages: null,
    rendition: null,
    created_at: now(),
    checking_since: null,
  };
  await rows.insert(row);
  const written = await write();
  await rows.remove(row);
  return written;
}
