import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { uid } from '#events/common.ts';
import type { Database } from '#app/database/schema.ts';
import { noticeKinds, type Matter, type NoticeKind } from '#app/queries/reminder/subject.ts';

/** What a job says of a letter of the clock's: everything of one kind that one person is told of at once. */
export const noticeRequest = z.object({
  org: uid,
  /** Names the letter in its organisation. */
  letter: uid,
  kind: z.enum(noticeKinds),
  to: uid,
  about: z.array(uid).min(1),
});
export type NoticeRequest = z.infer<typeof noticeRequest>;

/** Rows in one statement at most. */
const batch = 500;

/**
 * Takes these matters: of those that somebody else took, nothing more comes. Answers one letter a recipient for the rest. Runs in the
 * transaction that also enqueues the letters, so that what is noted is sent and what is sent is noted.
 */
export async function claim(
  trx: Kysely<Database>,
  {
    org,
    kind,
    matters,
    now,
    newId,
  }: { org: string; kind: NoticeKind; matters: Matter[]; now: string; newId(): string },
): Promise<NoticeRequest[]> {
  // In one order always: two workers at the same matters wait for one another instead of blocking each other.
  const ordered = [...matters].sort((a, b) => (a.about < b.about ? -1 : 1));
  const recipients = new Map(ordered.map((matter) => [matter.about, matter.recipients]));
  const letters = new Map<string, NoticeRequest>();
  for (let start = 0; start < ordered.length; start += batch) {
    const taken = await trx
      .insertInto('app.notice')
      .values(ordered.slice(start, start + batch).map((one) => ({ org_id: org, kind, ...one, noted_at: now })))
      .onConflict((conflict) => conflict.constraint('notice_pk').doNothing())
      .returning('about')
      .execute();
    for (const { about } of taken) {
      for (const to of recipients.get(about) ?? []) {
        const letter = letters.get(to);
        if (letter) letter.about.push(about);
        else letters.set(to, { org, letter: newId(), kind, to, about: [about] });
      }
    }
  }
  return [...letters.values()];
}

/** One job for each letter, so that an address that refuses holds nobody else up. */
export async function enqueueNotices(trx: Kysely<Database>, task: string, letters: NoticeRequest[]): Promise<void> {
  for (let start = 0; start < letters.length; start += batch) {
    const some = JSON.stringify(letters.slice(start, start + batch));
    await sql`
      select graphile_worker.add_job(${task}::text, payload := letter::json)
      from jsonb_array_elements(${some}::jsonb) as letter`.execute(trx);
  }
}
