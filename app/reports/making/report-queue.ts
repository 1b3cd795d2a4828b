import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import { ok, refuse, type Result } from '#events/failures.ts';
import { addMs } from '#events/time.ts';
import type { Ports } from '#app/kit/ports.ts';
import type { ReportRequest } from '#app/reports/queries/names.ts';
import { fullName, type Viewer } from '#app/kit/query/viewer.ts';
import type { AppReport } from '#app/adapters/database/tables.ts';
import type { ArchiveRequest } from '#app/reports/making/archive-request.ts';

export type QueuedReport = Selectable<AppReport>;

export const isArchive = (request: QueuedReport['request']): request is ArchiveRequest =>
  request.name === 'organisation-archive';

export const makeReportTask = 'make-report';

const lifetime = 24 * 60 * 60 * 1000;
/** The most unfinished reports of one person. */
const maxWaiting = 3;
/** A report that fails so often is given up. */
export const maxAttempts = 3;

type QueuePorts = Pick<Ports, 'database' | 'now' | 'newId'>;

/**
 * Queues a report at a fixed position, or finds the same one that the person requested within a day. Refuses
 * `too_many_requests`. An expired report does not count, even before the sweep has removed it.
 */
export async function enqueueReport(
  { database, now, newId }: QueuePorts,
  viewer: Viewer,
  {
    request,
    title,
    filename,
    total,
  }: { request: ReportRequest | ArchiveRequest; title: string; filename: string; total: number },
): Promise<Result<QueuedReport>> {
  const madeBy = fullName(viewer);
  const key = createHash('sha256')
    .update(JSON.stringify([viewer.uid, madeBy, request]))
    .digest('hex');
  const requestedAt = now();
  return database.tenant(viewer.org, async (db) => {
    await db
      .updateTable('app.report')
      .set({ state: 'cancelled' })
      .where('key', '=', key)
      .where('expires_at', '<=', requestedAt)
      .execute();
    const { count } = await db
      .selectFrom('app.report')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_uid', '=', viewer.uid)
      .where('state', 'in', ['waiting', 'making'])
      .where('key', '<>', key)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxWaiting) return refuse('too_many_requests');
    const uid = newId();
    const inserted = await db
      .insertInto('app.report')
      .values({
        org_id: viewer.org,
        uid,
        key,
        user_uid: viewer.uid,
        made_by: madeBy,
        title,
        request: JSON.stringify(request),
        state: 'waiting',
        total,
        requested_at: requestedAt,
        expires_at: addMs(requestedAt, lifetime),
        filename,
      })
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'key']).where('state', 'in', ['waiting', 'making', 'done']).doNothing(),
      )
      .returningAll()
      .executeTakeFirst();
    if (inserted) {
      // One queue for the whole installation, so that only one report is made at a time.
      const payload = JSON.stringify({ org: viewer.org, report: uid });
      await sql`
        select graphile_worker.add_job(${makeReportTask}::text, payload := ${payload}::json,
                                       queue_name := 'reports', max_attempts := ${maxAttempts + 1}::integer)`.execute(
        db,
      );
      return ok(inserted);
    }
    const found = await db
      .selectFrom('app.report')
      .selectAll()
      .where('key', '=', key)
      .where('state', 'in', ['waiting', 'making', 'done'])
      .executeTakeFirst();
    return found ? ok(found) : refuse('conflict');
  });
}

/** The person's own unexpired report; else `not_found`. */
export async function findReport(
  { database, now }: Pick<Ports, 'database' | 'now'>,
  viewer: Pick<Viewer, 'org' | 'uid'>,
  uid: string,
): Promise<Result<QueuedReport>> {
  if (!z.uuid().safeParse(uid).success) return refuse('not_found');
  const row = await database.read(viewer.org, (db) =>
    db
      .selectFrom('app.report')
      .selectAll()
      .where('uid', '=', uid)
      .where('user_uid', '=', viewer.uid)
      .where('expires_at', '>', now())
      .executeTakeFirst(),
  );
  return row ? ok(row) : refuse('not_found');
}

/** The person's archives of the organisation of the last day, the newest first. */
export const listArchives = (
  { database, now }: Pick<Ports, 'database' | 'now'>,
  viewer: Pick<Viewer, 'org' | 'uid'>,
): Promise<QueuedReport[]> =>
  database.read(viewer.org, (db) =>
    db
      .selectFrom('app.report')
      .selectAll()
      .where('user_uid', '=', viewer.uid)
      .where(sql`request ->> 'name'`, '=', 'organisation-archive')
      .where('expires_at', '>', now())
      .orderBy('requested_at', 'desc')
      .limit(10)
      .execute(),
  );

/** Cancels an unfinished report. The job that makes it notices within a second. */
export async function cancelReport(
  { database, now }: Pick<Ports, 'database' | 'now'>,
  viewer: Pick<Viewer, 'org' | 'uid'>,
  uid: string,
): Promise<void> {
  await database.tenant(viewer.org, (db) =>
    db
      .updateTable('app.report')
      .set({ state: 'cancelled', finished_at: now() })
      .where('uid', '=', uid)
      .where('user_uid', '=', viewer.uid)
      .where('state', 'in', ['waiting', 'making'])
      .execute(),
  );
}

/** Changes a report that is in one of these states. Returns null when it is in another state or gone. */
export const updateReport = (
  { database }: Pick<Ports, 'database'>,
  org: string,
  uid: string,
  from: readonly AppReport['state'][],
  to: Partial<Omit<QueuedReport, 'org_id' | 'uid' | 'request'>>,
): Promise<QueuedReport | null> =>
  database.tenant(org, async (db) => {
    const row = await db
      .updateTable('app.report')
      .set(to)
      .where('uid', '=', uid)
      .where('state', 'in', [...from])
      .returningAll()
      .executeTakeFirst();
    return row ?? null;
  });

/** Removes expired reports with their files. Returns how many. */
export async function sweepReports(ports: Pick<Ports, 'database' | 'storage' | 'now'>): Promise<number> {
  const batch = 100;
  let removed = 0;
  for (;;) {
    const { rows } = await ports.database.pool.query<{ org_id: string; uid: string }>(
      'select org_id, uid from app.expired_reports($1, $2)',
      [ports.now(), batch],
    );
    for (const { org_id: org, uid } of rows) {
      const row = await ports.database.tenant(org, (db) =>
        db.deleteFrom('app.report').where('uid', '=', uid).returning('object_key').executeTakeFirst(),
      );
      if (row?.object_key) await ports.storage.within(org).remove(row.object_key);
    }
    removed += rows.length;
    if (rows.length < batch) return removed;
  }
}
