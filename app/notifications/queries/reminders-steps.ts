import { sql, type Kysely } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';
import { deputies } from '#app/approval-routes/queries/deputies.ts';
import { openInSteps } from '#app/approval-routes/queries/open-in-steps.ts';
import { activeAdmins, isUnclaimed, maxRows } from '#app/notifications/queries/reminders-due.ts';
import type { ReminderKind, ReminderSubject } from '#app/kit/email/reminder-subject.ts';
import { addDays, type Instant } from '#events/time.ts';

/** Days before the end of a step at which those who have not signed are reminded. */
const remindedDays = 1;

/** Open approvals of steps, the step that ends first at first, that were not reminded of in this way. */
const openApprovals = (db: Kysely<Database>, kind: ReminderKind) =>
  openInSteps(db)
    .innerJoin('read.user_account as u', 'u.uid', 'a.user_uid')
    .select(['a.uid as about', 'a.user_uid as user', 'u.status', 'u.role'])
    .select((eb) => eb.ref('t.due_at').$notNull().as('occasion'))
    .where(isUnclaimed(kind, 'a.uid', 't.due_at'))
    .limit(maxRows);

type OpenApproval = Awaited<ReturnType<ReturnType<typeof openApprovals>['execute']>>[number];

/** To each person who can sign, and to the deputy of who is absent. */
async function toSigners(db: Kysely<Database>, rows: readonly OpenApproval[], today: string) {
  if (rows.length === 0) return [];
  const found = await deputies(db, today)
    .where(
      'a.uid',
      'in',
      rows.map(({ about }) => about),
    )
    .execute();
  return rows.flatMap(({ about, occasion, user, status, role }): ReminderSubject[] => {
    const own = status === 'ACTIVE' && role !== 'EMPLOYEE' ? [user] : [];
    const recipients = [...own, ...found.filter(({ approval }) => approval === about).map(({ deputy }) => deputy)];
    return recipients.length > 0 ? [{ about, occasion, recipients }] : [];
  });
}

/** `today`: the organisation's day, here and below. */
interface Moment {
  now: Instant;
  today: string;
}

/** Steps on their last day, except approvals that were asked for within it: their people just got that email. */
export async function stepsDue(db: Kysely<Database>, { now, today }: Moment): Promise<ReminderSubject[]> {
  const rows = await openApprovals(db, 'step-due')
    .where('t.due_at', '>', now)
    .where('t.due_at', '<=', addDays(now, remindedDays))
    .where('a.requested_at', '<=', addDays(now, -remindedDays))
    .execute();
  return toSigners(db, rows, today);
}

/** Steps whose days are over. */
export async function stepsOverdue(db: Kysely<Database>, { now, today }: Moment): Promise<ReminderSubject[]> {
  const rows = await openApprovals(db, 'step-overdue').where('t.due_at', '<=', now).execute();
  return toSigners(db, rows, today);
}

/** The same for the document's owner and the approver's manager, or the admins where there is no active manager. */
export async function stepsEscalated(db: Kysely<Database>, { now }: Moment): Promise<ReminderSubject[]> {
  const rows = await openApprovals(db, 'step-escalated')
    .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
    .leftJoin('read.user_account as m', (join) =>
      join.onRef('m.uid', '=', 'u.manager_uid').on('m.status', '=', 'ACTIVE').on('m.role', '<>', 'EMPLOYEE'),
    )
    .select(['o.uid as owner', 'o.status as ownerStatus', 'm.uid as manager'])
    .where('t.due_at', '<=', now)
    .execute();
  if (rows.length === 0) return [];
  const admins = await activeAdmins(db);
  return rows.flatMap(({ about, occasion, user, owner, ownerStatus, manager }): ReminderSubject[] => {
    const people = new Set([...(ownerStatus === 'ACTIVE' ? [owner] : []), ...(manager ? [manager] : admins)]);
    people.delete(user);
    return people.size > 0 ? [{ about, occasion, recipients: [...people] }] : [];
  });
}

/**
 * Absences declared before their first day, where the deputy can sign what was asked before it. `zone`: IANA name of
 * the organisation's.
 */
export async function absencesBegun(db: Kysely<Database>, { today }: Moment, zone: string): Promise<ReminderSubject[]> {
  const before = (moment: Instant) =>
    sql<boolean>`to_char(${sql.ref(moment)} at time zone ${zone}, 'YYYY-MM-DD') < s.from_day`;
  const rows = await deputies(db, today)
    .select('s.declared_at as occasion')
    .where(before('s.declared_at'))
    .where(before('a.requested_at'))
    .where(isUnclaimed('absence-begun', 's.uid', 's.declared_at'))
    .execute();
  return rows.map(({ absence, deputy, occasion }) => ({ about: absence, occasion, recipients: [deputy] }));
}
