import type { Kysely } from 'kysely';
import { z } from 'zod';
import { instant } from '#events/common.ts';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Instant } from '#events/time.ts';
import type { TrainingStatus } from '#projections/statuses.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { namedVersion, type NamedVersion } from '#app/kit/query/signature.ts';
import { partInput, partOf, readCursor } from '#app/kit/query/cursor.ts';
import { effectiveMoment } from '#app/documents/queries/version-history.ts';
import { trainingRecords } from '#app/training/queries/records.ts';
import { query } from '#app/kit/query/query.ts';
import { readProfiles, type Profile } from '#app/kit/people/profile.ts';

/** A training record with its person and its version. */
export interface WholeRecord {
  uid: string;
  user: Profile;
  of: NamedVersion;
  effectiveAt: Instant | null;
  status: TrainingStatus;
  assignedAt: Instant;
  dueAt: Instant;
  signedAt: Instant | null;
  /** Who signed, under the name of then; null where nobody has signed this record here. */
  signedAs: string | null;
  /** Completed without a signature of its own: the version whose signature (`signedAt`) counts. */
  carriedFrom: string | null;
  cancelledAt: Instant | null;
  changedAt: Instant;
}

export const selectRecords = (db: Kysely<Database>) =>
  trainingRecords(db)
    .select(['t.uid', 't.user_uid', 't.status', 't.assigned_at as assignedAt', 't.due_at as dueAt'])
    .select(['t.signed_at as signedAt', 't.cancelled_at as cancelledAt', 't.changed_at as changedAt'])
    .select([
      't.carried_from as carriedFrom',
      't.signer_name as signedAs',
      'v.effective_at',
      'v.withdrawn_at',
      'v.retired_at',
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof selectRecords>['execute']>>[number];

export function wholeRecordOf(row: Row, people: Map<string, Profile>): WholeRecord {
  const user = people.get(row.user_uid);
  if (!user) throw new Error(`The person ${row.user_uid} of a training record is not in the organisation.`);
  const { uid, status, assignedAt, dueAt, signedAt, signedAs, carriedFrom, cancelledAt, changedAt } = row;
  const moments = { effectiveAt: effectiveMoment(row), assignedAt, dueAt, signedAt, cancelledAt, changedAt };
  return { uid, user, of: namedVersion(row), status, signedAs, carriedFrom, ...moments };
}

/** One training record: one's own, or anybody's for an admin. */
export const getWholeRecord = query({
  name: 'training.whole',
  input: z.object({ record: z.uuid() }),
  permission: 'training.view_own',
  async run({ record }, { db, viewer, now }) {
    const row = await selectRecords(db).where('t.uid', '=', record).executeTakeFirst();
    if (!row) return refuse('not_found');
    if (row.user_uid !== viewer.uid && !roleMay(viewer.role, 'training.view_any')) return refuse('record_not_yours');
    return ok(wholeRecordOf(row, await readProfiles(db, { viewer, now }, [row.user_uid])));
  },
});

/** A person's open and completed training records in order of assignment: one's own, or anybody's for an admin. */
export const listWholeRecords = query({
  name: 'training.list_whole',
  input: z.object({ user: z.uuid(), ...partInput }),
  permission: 'training.view_own',
  async run({ user, limit, cursor }, { db, viewer, now }) {
    const people = await readProfiles(db, { viewer, now }, [user]);
    if (!people.has(user)) return refuse('not_found');
    if (user !== viewer.uid && !roleMay(viewer.role, 'training.view_any')) return refuse('not_allowed');
    const at = readCursor(cursor, instant);
    if (!at.ok) return at;
    const from = at.value;
    const found = await selectRecords(db)
      .where('t.user_uid', '=', user)
      .where('t.status', '<>', 'CANCELLED')
      .$if(from !== null, (rows) =>
        rows.where((eb) =>
          eb(eb.refTuple('t.assigned_at', 't.uid'), '>', eb.tuple(from?.after ?? '', from?.uid ?? '')),
        ),
      )
      .orderBy('t.assigned_at')
      .orderBy('t.uid')
      .$if(limit !== undefined, (rows) => rows.limit((limit ?? 0) + 1))
      .execute();
    const { part, next } = partOf(found, limit, ({ assignedAt, uid }) => ({ after: assignedAt, uid }));
    return ok({ records: part.map((row) => wholeRecordOf(row, people)), next });
  },
});
