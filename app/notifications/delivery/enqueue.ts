import { sql, type Kysely } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';
import { emailKey, type EmailRequest } from '#app/kit/email/request.ts';

/** The job that delivers one email. */
export const deliverEmailTask = 'deliver-mail';

/** Most rows in one statement. */
export const batchSize = 500;

/**
 * Adds one job for each email, so that a failing address delays no other. A repeated request replaces its job. The
 * jobs start after `wait` seconds.
 */
export async function enqueueEmails(db: Kysely<Database>, requests: readonly EmailRequest[], wait = 0): Promise<void> {
  for (let start = 0; start < requests.length; start += batchSize) {
    const jobs = requests
      .slice(start, start + batchSize)
      .map((payload) => ({ payload, key: `${payload.org}/${emailKey(payload)}` }));
    await sql`
      select graphile_worker.add_job(
        ${deliverEmailTask}::text, payload := (job -> 'payload')::json, job_key := job ->> 'key',
        run_at := now() + ${wait} * interval '1 second', job_key_mode := 'preserve_run_at')
      from jsonb_array_elements(${JSON.stringify(jobs)}::jsonb) as job`.execute(db);
  }
}
