import type { Kysely } from 'kysely';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { ReminderKind, ReminderSubject } from '#app/kit/email/reminder-subject.ts';
import { batchSize } from './enqueue.ts';
import type { ReminderEmailRequest } from '#app/kit/email/request.ts';

/**
 * Claims reminder subjects by their unique key and answers one email a recipient for those that nobody claimed before.
 * Runs in the transaction that enqueues the emails, so that each claim has its email and each email its claim.
 */
export async function claimReminders(
  trx: Kysely<Database>,
  options: { org: string; kind: ReminderKind; subjects: ReminderSubject[]; now: Instant; newId(): string },
): Promise<ReminderEmailRequest[]> {
  const { org, kind, subjects, now, newId } = options;
  // Always in one order, so that two workers with the same subjects cannot deadlock.
  const ordered = subjects.toSorted((a, b) => (a.about < b.about ? -1 : 1));
  const recipients = new Map(ordered.map((subject) => [subject.about, subject.recipients]));
  const emails = new Map<string, ReminderEmailRequest>();
  for (let start = 0; start < ordered.length; start += batchSize) {
    const claimed = await trx
      .insertInto('app.notice')
      .values(ordered.slice(start, start + batchSize).map((one) => ({ org_id: org, kind, ...one, noted_at: now })))
      .onConflict((conflict) => conflict.constraint('notice_pk').doNothing())
      .returning('about')
      .execute();
    for (const { about } of claimed) {
      for (const to of recipients.get(about) ?? []) {
        const email = emails.get(to);
        if (email) email.about.push(about);
        else emails.set(to, { org, template: kind, to, reminder: newId(), about: [about] });
      }
    }
  }
  return [...emails.values()];
}
