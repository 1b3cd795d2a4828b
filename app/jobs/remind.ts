import { z } from 'zod';
import type { Kysely } from 'kysely';
import { remindersOf, type OrganisationSettings } from '#events/organisation/events.ts';
import { addHours, isAfter } from '#events/time.ts';
import type { Database } from '#app/database/schema.ts';
import { deliverNotice } from '#app/jobs/deliver-reminder.ts';
import { forEachOrganisation } from '#app/jobs/organisations.ts';
import type { Task } from '#app/jobs/task.ts';
import { claim, enqueueNotices } from '#app/email/claim.ts';
import type { Ports } from '#app/ports.ts';
import { digestMoment } from '#app/queries/reminder/digest-moment.ts';
import * as due from '#app/queries/reminder/due.ts';
import type { Matter, NoticeKind } from '#app/queries/reminder/subject.ts';

/** A digest whose moment passed while nothing ran is still sent so many hours later; after that the next week's comes. */
const digestLateHours = 24;

type Look = (db: Kysely<Database>) => Promise<Matter[]>;

/** What an organisation is to be told of now, by kind. Periodic reviews are not a setting: rules.md section 3. */
function looks(settings: OrganisationSettings, now: string): [NoticeKind, Look][] {
  const reminders = remindersOf(settings);
  const wanted: [NoticeKind, boolean, Look][] = [
    ['training-due', reminders.beforeDue, (db) => due.trainingDue(db, now, settings.reminderDays)],
    ['training-overdue', reminders.afterDue, (db) => due.trainingOverdue(db, now, reminders.afterDueDays)],
    ['training-escalated', reminders.escalation, (db) => due.trainingEscalated(db, now, reminders.escalationDays)],
    ['approval-waiting', reminders.approvals, (db) => due.approvalsWaiting(db, now, reminders.approvalDays)],
    ['review-due', true, (db) => due.reviewsDue(db, now)],
  ];
  const { digestWeekday: weekday, digestHour: hour } = reminders;
  const moment = digestMoment(now, settings.timeZone, { weekday, hour });
  const inTime = !isAfter(now, addHours(moment.at, digestLateHours));
  wanted.push(['weekly-digest', reminders.digest && inTime, (db) => due.digests(db, moment)]);
  return wanted.flatMap(([kind, on, look]) => (on ? [[kind, look]] : []));
}

/**
 * Looks for what people are to be told of, notes it and enqueues the letters in one transaction a kind. Whoever looks at the same moment,
 * or again, finds it noted: each is told once, however many nodes run and however often they are restarted.
 */
async function remind(ports: Ports, org: string): Promise<void> {
  const { database } = ports;
  const now = ports.now();
  const row = await database.read(org, (db) =>
    db.selectFrom('read.organisation').select('settings').executeTakeFirst(),
  );
  if (!row) return;
  for (const [kind, look] of looks(row.settings, now)) {
    const letters = await database.tenant(org, async (trx) => {
      const claimed = await claim(trx, { org, kind, matters: await look(trx), now, newId: () => ports.newId() });
      await enqueueNotices(trx, deliverNotice.name, claimed);
      return claimed.length;
    });
    if (letters > 0) ports.log.info({ org, kind, letters }, 'people are told');
  }
}

/** Every quarter of an hour: reminders, escalations, periodic reviews and the weekly digest. */
export const remindTask: Task = {
  name: 'remind',
  payload: z.unknown(),
  run: (_payload, ports) => forEachOrganisation(ports, (org) => remind(ports, org)),
};
