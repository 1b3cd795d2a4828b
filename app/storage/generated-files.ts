import type { Database } from '#app/database/database.ts';
import { landing, objectKey } from '#app/storage/key.ts';

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
 * Makes a file of the product's own, having noted it as uploads are: where a crash or a database that is gone comes between its bytes and the
 * event that records it, the sweep finds it a day later and asks the ledger whose it is. `make` answers once the file is recorded or removed;
 * where it throws, the note stays for the sweep.
 */
export async function noted<T>(
  { database, now }: { database: Pick<Database, 'tenant'>; now(): string },
  { org, document, uid, key, name, maxBytes }: FileToMake,
  make: () => Promise<T>,
): Promise<T> {
  await database.tenant(org, (db) =>
    db
      .insertInto('app.upload')
      .values({
        org_id: org,
        uid,
        document,
        owner: nobody,
        kind: 'final',
        original_name: name,
        max_bytes: String(maxBytes),
        state: 'begun',
        // Nothing is ever sent there: the sweep empties this place first, and must not find the file itself in it.
        object_key: objectKey(org, landing, uid, 'incoming'),
        sealed_key: key,
        size: null,
        sha256: null,
        media_type: null,
        pages: null,
        created_at: now(),
        checking_since: null,
      })
      .execute(),
  );
  const made = await make();
  await database.tenant(org, (db) =>
    db.deleteFrom('app.upload').where('org_id', '=', org).where('uid', '=', uid).execute(),
  );
  return made;
}
