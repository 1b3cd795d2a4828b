import { sql, type Kysely } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';

/** The job that sends to one webhook. */
export const deliverWebhooksTask = 'deliver-webhooks';

/**
 * Adds the job of a webhook, one at a time in a queue of its own, so that deliveries keep their order. `now` moves a
 * job that waits forward; after `wait` seconds never moves one back.
 */
export async function enqueueDeliveries(
  db: Kysely<Database>,
  { org, webhook }: { org: string; webhook: string },
  when: 'now' | { wait: number },
): Promise<void> {
  const wait = when === 'now' ? 0 : when.wait;
  await sql`
    select graphile_worker.add_job(${deliverWebhooksTask}::text, payload := ${JSON.stringify({ org, webhook })}::json,
      queue_name := ${`webhook/${webhook}`}::text, run_at := now() + ${wait} * interval '1 second',
      job_key := ${`${deliverWebhooksTask}/${webhook}`}::text,
      job_key_mode := ${when === 'now' ? 'replace' : 'preserve_run_at'}::text)`.execute(db);
}

/** Adds the job of each webhook that is turned on. */
export async function wakeWebhooks(db: Kysely<Database>, org: string): Promise<void> {
  const rows = await db
    .selectFrom('read.webhook')
    .select('uid')
    .where('removed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .orderBy('uid')
    .execute();
  for (const { uid } of rows) await enqueueDeliveries(db, { org, webhook: uid }, 'now');
}
