import { sql } from 'kysely';
import { z } from 'zod';
import { uid } from '#events/common.ts';
import { addMs, later } from '#events/time.ts';
import { becomeEffective } from '#app/documents/commands/become-effective.ts';
import { forEachInTurn, forEachOrganisation } from '#app/kit/job/organisations.ts';
import type { Task } from '#app/kit/job/task.ts';
import type { Ports } from '#app/kit/ports.ts';

const documentReference = z.object({ org: uid, document: uid });

/** Makes a document effective at its date. Each date that it is moved to has a job. */
export const becomeEffectiveJob: Task<z.infer<typeof documentReference>> = {
  name: 'become-effective',
  payload: documentReference,
  run: ({ org, document }, ports) => makeEffective(ports, org, document),
};

/** Makes every due document effective, also where its job was lost or the clock was set back. */
export const becomeEffectiveSweepJob: Task = {
  name: 'become-effective-sweep',
  payload: z.unknown(),
  run: (_payload, ports) =>
    forEachOrganisation(ports, async (org) => {
      const due = await ports.database.read(org, (db) =>
        db
          .selectFrom('read.document')
          .select('uid')
          .where('status', '=', 'PENDING')
          .where('effective_at', '<=', ports.now())
          .orderBy('effective_at')
          .execute(),
      );
      await forEachInTurn(
        due,
        (document) => makeEffective(ports, org, document.uid),
        (err, document) => ports.log.error({ err, org, document: document.uid }, 'document.not_effective'),
      );
    }),
};

async function makeEffective(ports: Ports, org: string, document: string): Promise<void> {
  const result = await becomeEffective(ports, org, document);
  if (!result.ok) throw new Error(`A document could not become effective: ${result.failure.code}`);
  if (result.value === 'in force') ports.log.info({ org, document }, 'document.effective');
  if (result.value === 'early') await runAgainAtTheDate(ports, org, document);
}

/** The date was moved, or the queue's clock is ahead: one job for each document waits for its date. */
async function runAgainAtTheDate({ database, now }: Ports, org: string, document: string): Promise<void> {
  await database.tenant(org, async (trx) => {
    const row = await trx
      .selectFrom('read.document')
      .select('effective_at')
      .where('uid', '=', document)
      .executeTakeFirst();
    if (!row?.effective_at) return;
    const runAt = later(row.effective_at, addMs(now(), 1000));
    const { name } = becomeEffectiveJob;
    await sql`
      select graphile_worker.add_job(${name}::text, payload := ${JSON.stringify({ org, document })}::json,
        run_at := ${runAt}::timestamptz, job_key := ${`${name}/${org}/${document}`}::text)`.execute(trx);
  });
}
