import { sql } from 'kysely';
import type { Ledger } from '#events/ledger/types.ts';
import { streams } from '#events/streams.ts';
import { addMs, type Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/database.ts';
import type { Storage } from '#app/adapters/storage/port.ts';

export interface SweepPorts {
  database: Pick<Database, 'tenant' | 'pool'>;
  storage: Storage;
  ledger: Pick<Ledger, 'readStream'>;
  now(): Instant;
}

const day = 24 * 60 * 60 * 1000;
const batch = 200;

/**
 * Removes files that were uploaded more than `olderThan` milliseconds ago and never attached. The ledger alone says
 * whether a file was attached, so that no crash can make the sweep remove a recorded file.
 */
export async function sweepUploads(
  { database, storage, ledger, now }: SweepPorts,
  olderThan = day,
): Promise<{ removed: number; recorded: number }> {
  const before = addMs(now(), -olderThan);
  const counts = { removed: 0, recorded: 0 };
  for (;;) {
    const stale = await database.pool.query<{ org_id: string; uid: string }>(
      'select org_id, uid from app.stale_uploads($1, $2)',
      [before, batch],
    );
    for (const { org_id: org, uid } of stale.rows) counts[await sweepOne(org, uid)] += 1;
    if (stale.rows.length < batch) break;
  }
  const { rows } = await database.pool.query<{ org_id: string }>('select org_id from ledger.organisations()');
  await storage.tidy(
    olderThan,
    rows.map(({ org_id: org }) => org),
  );
  return counts;

  async function sweepOne(org: string, uid: string): Promise<'removed' | 'recorded'> {
    const row = await database.tenant(org, (db) =>
      db.selectFrom('app.upload').selectAll().where('org_id', '=', org).where('uid', '=', uid).executeTakeFirst(),
    );
    const files = storage.within(org);
    if (!row) return 'removed';
    await files.remove(row.object_key);
    const recorded = row.document !== null && (await isRecorded(org, row.document, row.sealed_key));
    if (recorded && row.state === 'checked') {
      await database.tenant(org, (db) =>
        sql`update app.upload set state = 'kept' where org_id = ${org} and uid = ${uid}`.execute(db),
      );
      return 'recorded';
    }
    // The row of a generated file is deleted once the file is recorded.
    if (!recorded) await files.remove(row.sealed_key);
    await database.tenant(org, (db) => sql`delete from app.upload where org_id = ${org} and uid = ${uid}`.execute(db));
    return recorded ? 'recorded' : 'removed';
  }

  /** `owner`: the uid of the document that it is a file of, or of the change request. */
  async function isRecorded(org: string, owner: string, key: string): Promise<boolean> {
    const read = [streams.document(owner), streams.request(owner)].map((stream) => ledger.readStream(org, stream));
    const events = (await Promise.all(read)).flatMap((stream) => stream.events);
    return events.some(({ data }) => JSON.stringify(data).includes(JSON.stringify(key)));
  }
}
