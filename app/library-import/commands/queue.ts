import { sql } from 'kysely';
import type { Ports } from '#app/kit/ports.ts';

/** Asks for a job of an import, in so many seconds; it takes the place of one that waits. */
export async function enqueueImport(
  ports: Pick<Ports, 'database'>,
  org: string,
  task: 'preview-import' | 'run-import',
  uid: string,
  seconds = 0,
): Promise<void> {
  const payload = JSON.stringify({ org, import: uid });
  await ports.database.tenant(org, (db) =>
    sql`select graphile_worker.add_job(${task}, payload := ${payload}::json, job_key := ${uid},
          run_at := now() + ${seconds} * interval '1 second')`.execute(db),
  );
}
