import type { Kysely } from 'kysely';
import { z } from 'zod';
import { remindersOf, type OrganisationSettings } from '#events/organisation/events.ts';
import { addHours, dayIn, isAfter, type Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { claimReminders } from '#app/notifications/delivery/claim-reminders.ts';
import { enqueueEmails } from '#app/notifications/delivery/enqueue.ts';
import { forEachOrganisation } from '#app/kit/job/organisations.ts';
import type { Task } from '#app/kit/job/task.ts';
import type { Ports } from '#app/kit/ports.ts';
import { digestMoment, morningOf } from '#app/notifications/queries/reminders-digest-moment.ts';
import * as due from '#app/notifications/queries/reminders-due.ts';
import * as steps from '#app/notifications/queries/reminders-steps.ts';
import type { ReminderKind, ReminderSubject } from '#app/kit/email/reminder-subject.ts';

/** A digest is sent up to so many hours late; after that, next week's comes. */
const maxDigestDelayHours = 24;

type FindSubjects = (db: Kysely<Database>) => Promise<ReminderSubject[]>;

/** How each kind of reminder that is on finds its subjects. Reviews, absences and chosen news are always on. */
function enabledReminders(settings: OrganisationSettings, now: Instant): [ReminderKind, FindSubjects][] {
  const reminders = remindersOf(settings);
  const { digestWeekday: weekday, digestHour: hour } = reminders;
  const moment = digestMoment(now, settings.timeZone, { weekday, hour });
  const day = { now, today: dayIn(now, settings.timeZone) };
  const digestInTime = !isAfter(now, addHours(moment.at, maxDigestDelayHours));
  const all: [ReminderKind, boolean, FindSubjects][] = [
    ['training-due', reminders.beforeDue, (db) => due.trainingDue(db, now, settings.reminderDays)],
    ['training-overdue', reminders.afterDue, (db) => due.trainingOverdue(db, now, reminders.afterDueDays)],
    ['training-escalated', reminders.escalation, (db) => due.trainingEscalated(db, now, reminders.escalationDays)],
    ['approval-waiting', reminders.approvals, (db) => due.approvalsWaiting(db, now, reminders.approvalDays)],
    ['step-due', reminders.approvals, (db) => steps.stepsDue(db, day)],
    ['step-overdue', reminders.approvals, (db) => steps.stepsOverdue(db, day)],
    ['step-escalated', reminders.approvals, (db) => steps.stepsEscalated(db, day)],
    ['absence-begun', true, (db) => steps.absencesBegun(db, day, settings.timeZone)],
    ['review-due', true, (db) => due.reviewsDue(db, now)],
    ['daily-digest', true, (db) => due.dailyNews(db, morningOf(now, settings.timeZone))],
    ['weekly-digest', reminders.digest && digestInTime, (db) => due.digests(db, moment)],
  ];
  return all.flatMap(([kind, enabled, find]) => (enabled ? [[kind, find]] : []));
}

/**
 * Claims the due reminders of an organisation and enqueues their emails, in one transaction a kind. `silently`: what
 * is due counts as reminded, and nobody gets an email.
 */
export async function remind(ports: Ports, org: string, { silently = false } = {}): Promise<void> {
  const { database } = ports;
  const now = ports.now();
  const row = await database.read(org, (db) =>
    db.selectFrom('read.organisation').select('settings').executeTakeFirst(),
  );
  if (!row) return;
  for (const [kind, find] of enabledReminders(row.settings, now)) {
    const emails = await database.tenant(org, async (trx) => {
      const subjects = await find(trx);
      const claimed = await claimReminders(trx, { org, kind, subjects, now, newId: () => ports.newId() });
      if (silently) return 0;
      await enqueueEmails(trx, claimed);
      return claimed.length;
    });
    if (emails > 0) ports.log.info({ org, kind, emails }, 'reminder.enqueued');
  }
}

/** Sends reminders, escalations, periodic reviews and the weekly digest. */
export const remindJob: Task = {
  name: 'remind',
  payload: z.unknown(),
  run: (_payload, ports) => forEachOrganisation(ports, (org) => remind(ports, org)),
};
