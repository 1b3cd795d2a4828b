import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { TrainingStatus } from '#projections/tables.ts';
import type { Database } from '#app/database/schema.ts';
import type { NamedVersion } from '#app/queries/approval/signed.ts';
import { cursorOf, readCursor } from '#app/queries/cursor.ts';
import { effectiveMoment } from '#app/queries/document/version-history.ts';
import { query } from '#app/queries/query.ts';
import { readProfiles, type Profile } from '#app/queries/user/profile.ts';

/** A training record with its person and the version that it is of. Moments are ISO 8601 in UTC. */
export interface WholeRecord {
  uid: string;
  user: Profile;
  of: NamedVersion;
  effectiveAt: string | null;
  status: TrainingStatus;
  assignedAt: string;
  dueAt: string;
  signedAt: string | null;
}

const select = (db: Kysely<Database>) =>
  db
    .selectFrom('read.training_record as t')
    .innerJoin('read.document as d', 'd.uid', 't.document_uid')
    .innerJoin('read.document_version as v', (join) =>
      join.onRef('v.document_uid', '=', 't.document_uid').onRef('v.version', '=', 't.version'),
    )
    .select([
      't.uid',
      't.user_uid',
      't.status',
      't.assigned_at',
      't.due_at',
      't.signed_at',
      't.document_uid as document',
      't.version',
      'd.type',
      'd.functional_area as functionalArea',
      'd.doc_num as docNum',
      'v.name',
      'v.effective_at',
      'v.withdrawn_at',
      'v.retired_at',
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function wholeOf(row: Row, people: Map<string, Profile>): WholeRecord {
  const user = people.get(row.user_uid);
  if (!user) throw new Error(`The person ${row.user_uid} of a training record is not in the organisation.`);
  const { document, type, functionalArea, docNum, version, name } = row;
  return {
    uid: row.uid,
    user,
    of: { document, type, functionalArea, docNum, version, name },
    effectiveAt: effectiveMoment(row),
    status: row.status,
    assignedAt: row.assigned_at,
    dueAt: row.due_at,
    signedAt: row.signed_at,
  };
}

/** One training record: one's own, or anybody's for an admin. */
export const getWholeRecord = query({
  name: 'training.whole',
  input: z.object({ record: z.uuid() }),
  permission: 'training.view_own',
  async run({ record }, { db, viewer }) {
    const row = await select(db).where('t.uid', '=', record).executeTakeFirst();
    if (!row) return refuse('not_found');
    if (row.user_uid !== viewer.uid && !roleMay(viewer.role, 'training.view_any')) return refuse('record_not_yours');
    return ok(wholeOf(row, await readProfiles(db, viewer, [row.user_uid])));
  },
});

/** A person's training records, open and completed, in the order in which they were assigned: one's own, or anybody's for an admin. */
export const listWholeRecords = query({
  name: 'training.list_whole',
  input: z.object({ user: z.uuid(), limit: z.number().optional(), cursor: z.string().optional() }),
  permission: 'training.view_own',
  async run({ user, limit, cursor }, { db, viewer }) {
    const people = await readProfiles(db, viewer, [user]);
    if (!people.has(user)) return refuse('not_found');
    if (user !== viewer.uid && !roleMay(viewer.role, 'training.view_any')) return refuse('not_allowed');
    const at = readCursor(cursor, z.iso.datetime());
    if (!at.ok) return at;
    const from = at.value;
    const found = await select(db)
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
    const part = found.slice(0, limit ?? found.length);
    const last = part.at(-1);
    return ok({
      records: part.map((row) => wholeOf(row, people)),
      next: last && found.length > part.length ? cursorOf({ after: last.assigned_at, uid: last.uid }) : null,
    });
  },
});
