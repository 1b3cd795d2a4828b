import { z } from 'zod';
import { uid } from '#events/common.ts';
import { becomeEffective } from '#app/commands/clock/become-effective.ts';
import { forEachOrganisation, inTurn } from '#app/jobs/organisations.ts';
import type { Task } from '#app/jobs/task.ts';
import type { Ports } from '#app/ports.ts';

const due = z.object({ org: uid, document: uid });
type Due = z.infer<typeof due>;

/** The effective date of a document has come. Runs at that moment, and again for every date that it was moved to. */
export const becomeEffectiveTask: Task<Due> = {
  name: 'become-effective',
  payload: due,
  run: ({ org, document }, ports) => putIntoForce(ports, org, document),
};

/**
 * Puts into force whatever is due in any organisation: what a lost job, or a clock that was set back, left behind. The jobs of dates
 * that came during downtime are in the queue and run by themselves.
 */
export const becomeEffectiveSweep: Task = {
  name: 'become-effective-sweep',
  payload: z.unknown(),
  run: (_payload, ports) =>
    forEachOrganisation(ports, async (org) => {
      const documents = await dueDocuments(ports, org);
      const work = (document: string) => putIntoForce(ports, org, document);
      await inTurn(documents, work, (err, document) => ports.log.error({ err, org, document }, 'not put into force'));
    }),
};

const dueDocuments = (ports: Ports, org: string): Promise<string[]> =>
  ports.database.read(org, async (db) => {
    const rows = await db
      .selectFrom('read.document')
      .select('uid')
      .where('status', '=', 'PENDING')
      .where('effective_at', '<=', ports.now())
      .orderBy('effective_at')
      .execute();
    return rows.map((row) => row.uid);
  });

async function putIntoForce(ports: Ports, org: string, document: string): Promise<void> {
  const result = await becomeEffective(ports, org, document);
  if (!result.ok) throw new Error(`A document could not be put into force: ${result.failure.code}`);
  if (result.value === 'in force') ports.log.info({ org, document }, 'a version came into force');
  if (result.value === 'early') await waitForTheDate(ports, org, document);
}

/** The date was moved, or the queue's clock is ahead of this one: one job for the document waits for its date. */
async function waitForTheDate({ database, now }: Ports, org: string, document: string): Promise<void> {
  const row = await database.read(org, (db) =>
    db.selectFrom('read.document').select('effective_at').where('uid', '=', document).executeTakeFirst(),
  );
  if (!row?.effective_at) return;
  const soonest = Date.parse(now()) + 1000;
  const runAt = new Date(Math.max(Date.parse(row.effective_at), soonest)).toISOString();
  await database.pool.query(
    'select graphile_worker.add_job($1::text, payload := $2::json, run_at := $3::timestamptz, job_key := $4::text)',
    [
      becomeEffectiveTask.name,
      JSON.stringify({ org, document }),
      runAt,
      `${becomeEffectiveTask.name}/${org}/${document}`,
    ],
  );
}
