import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';
import type { ReminderKind, ReminderSubject } from '#app/kit/email/reminder-subject.ts';
import { readMembers } from '#app/organisation/queries/coverage.ts';
import { roleMay } from '#events/permissions.ts';
import { addDays, type Instant } from '#events/time.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

/** Most rows that one run reads; the next run reads the rest. */
export const maxRows = 100_000;

/** No reminder of this kind was claimed for this subject and key. */
export const isUnclaimed = (kind: ReminderKind, about: string, key: string | RawBuilder<string>) =>
  sql<boolean>`not exists (
    select from ${ownRows('app.notice')} n
    where n.kind = ${kind} and n.about = ${sql.ref(about)}
      and n.occasion = ${typeof key === 'string' ? sql.ref(key) : key}
  )`;

/** Open training, person by person. */
const selectOpenTraining = (db: Kysely<Database>, kind: ReminderKind) =>
  db
    .selectFrom('read.training_record as r')
    .innerJoin('read.user_account as u', 'u.uid', 'r.user_uid')
    .select(['r.uid as about', 'r.due_at as occasion', 'r.user_uid as user'])
    .where('r.status', '=', 'OPEN')
    .where(isUnclaimed(kind, 'r.uid', 'r.due_at'))
    .orderBy('r.user_uid')
    .orderBy('r.due_at')
    .limit(maxRows);

interface PersonalSubject {
  about: string;
  occasion: string;
  user: string;
}

/** Drops the last person of a full page, whose rows may be incomplete: one email names all of a person's training. */
function wholePeople(rows: PersonalSubject[]): PersonalSubject[] {
  if (rows.length < maxRows) return rows;
  const last = rows.at(-1)?.user;
  const whole = rows.filter(({ user }) => user !== last);
  return whole.length > 0 ? whole : rows;
}

const toThePerson = ({ about, occasion, user }: PersonalSubject): ReminderSubject => ({
  about,
  occasion,
  recipients: [user],
});

/** Training due within so many days, except what was assigned within them: its person has just received that email. */
export async function trainingDue(db: Kysely<Database>, now: Instant, days: number): Promise<ReminderSubject[]> {
  const rows = await selectOpenTraining(db, 'training-due')
    .where('u.status', '=', 'ACTIVE')
    .where('r.due_at', '>', now)
    .where('r.due_at', '<=', addDays(now, days))
    .where(sql<boolean>`r.assigned_at <= r.due_at - ${days} * interval '24 hours'`)
    .execute();
  return wholePeople(rows).map(toThePerson);
}

/** Training that was due at least so many days ago. */
export async function trainingOverdue(db: Kysely<Database>, now: Instant, days: number): Promise<ReminderSubject[]> {
  const rows = await selectOpenTraining(db, 'training-overdue')
    .where('u.status', '=', 'ACTIVE')
    .where('r.due_at', '<=', addDays(now, -days))
    .execute();
  return wholePeople(rows).map(toThePerson);
}

/**
 * Overdue training for the other admins of the person's departments, or for all other admins where there are none. A
 * subject without a recipient waits until there is one.
 */
export async function trainingEscalated(db: Kysely<Database>, now: Instant, days: number): Promise<ReminderSubject[]> {
  const found = await selectOpenTraining(db, 'training-escalated')
    .where('u.status', '<>', 'INACTIVE')
    .where('r.due_at', '<=', addDays(now, -days))
    .execute();
  const rows = wholePeople(found);
  if (rows.length === 0) return [];
  const admins = await readMembers(db, { users: await activeAdmins(db) });
  const people = await readMembers(db, { users: [...new Set(rows.map(({ user }) => user))] });
  const departmentsOf = new Map(people.map(({ uid, departments }) => [uid, departments]));
  return rows.flatMap(({ about, occasion, user }) => {
    const others = admins.filter(({ uid }) => uid !== user);
    const own = others.filter(({ departments }) =>
      departments.some((department) => departmentsOf.get(user)?.includes(department)),
    );
    const recipients = (own.length > 0 ? own : others).map(({ uid }) => uid);
    return recipients.length > 0 ? [{ about, occasion, recipients }] : [];
  });
}

/** Approvals that have been open for so many days, of people who can sign them. A step of a route has its own days. */
export async function approvalsWaiting(db: Kysely<Database>, now: Instant, days: number): Promise<ReminderSubject[]> {
  const rows = await db
    .selectFrom('read.approval as a')
    .innerJoin('read.document as d', (join) =>
      join.onRef('d.uid', '=', 'a.document_uid').onRef('d.version', '=', 'a.version'),
    )
    .innerJoin('read.user_account as u', 'u.uid', 'a.user_uid')
    .select(['a.uid as about', 'a.requested_at as occasion', 'a.user_uid as user'])
    .where('a.status', '=', 'OPEN')
    .where('a.step', 'is', null)
    .where('d.status', '=', 'IN_REVIEW')
    .where('u.status', '=', 'ACTIVE')
    .where('u.role', '<>', 'EMPLOYEE')
    .where('a.requested_at', '<=', addDays(now, -days))
    .where(isUnclaimed('approval-waiting', 'a.uid', 'a.requested_at'))
    .orderBy('a.requested_at')
    .limit(maxRows)
    .execute();
  return rows.map(toThePerson);
}

/** Effective documents whose periodic review is due: for the owner, if allowed to record it, and the admins. */
export async function reviewsDue(db: Kysely<Database>, now: Instant): Promise<ReminderSubject[]> {
  const rows = await db
    .selectFrom('read.document as d')
    .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
    .select(['d.uid as about', 'o.uid as owner', 'o.role', 'o.status'])
    .select(sql<string>`d.review_due_at`.as('occasion'))
    .where('d.status', '=', 'EFFECTIVE')
    .where('d.review_due_at', '<=', now)
    .where(isUnclaimed('review-due', 'd.uid', 'd.review_due_at'))
    .orderBy('d.review_due_at')
    .limit(maxRows)
    .execute();
  const admins = await activeAdmins(db);
  return rows.flatMap(({ about, occasion, owner, role, status }) => {
    const own = status === 'ACTIVE' && roleMay(role, 'document.manage_own') ? [owner] : [];
    const recipients = [...new Set([...own, ...admins])];
    return recipients.length > 0 ? [{ about, occasion, recipients }] : [];
  });
}

/** Active members since before the digest's moment; whether they have open tasks is decided when it is sent. */
export async function digests(
  db: Kysely<Database>,
  { at, week }: { at: Instant; week: Instant },
): Promise<ReminderSubject[]> {
  const rows = await db
    .selectFrom('read.user_account as u')
    .select('u.uid')
    .where('u.status', '=', 'ACTIVE')
    .where('u.created_at', '<=', at)
    .where(isUnclaimed('weekly-digest', 'u.uid', sql<string>`${week}::timestamptz`))
    .orderBy('u.uid')
    .execute();
  return rows.map(({ uid }) => ({ about: uid, occasion: week, recipients: [uid] }));
}

/** News that its people want once a day, up to this morning. What is older than a week was missed. */
export async function dailyNews(db: Kysely<Database>, morning: Instant): Promise<ReminderSubject[]> {
  const rows = await db
    .selectFrom('app.notification as m')
    .innerJoin('read.user_account as u', 'u.uid', 'm.user_uid')
    .select(['m.uid as about', 'm.noted_at as occasion', 'm.user_uid as user'])
    .where('u.status', '=', 'ACTIVE')
    .where('m.delivery', '=', 'daily')
    .where('m.noted_at', '<=', morning)
    .where('m.noted_at', '>', addDays(morning, -7))
    .where(isUnclaimed('daily-digest', 'm.uid', 'm.noted_at'))
    .orderBy('m.user_uid')
    .orderBy('m.number')
    .limit(maxRows)
    .execute();
  return wholePeople(rows).map(toThePerson);
}

/** The uids of the active admins of the organisation. */
export async function activeAdmins(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('read.user_account')
    .select('uid')
    .where('status', '=', 'ACTIVE')
    .where('role', 'in', ['ADMIN', 'SUPER_ADMIN'])
    .orderBy('uid')
    .execute();
  return rows.map(({ uid }) => uid);
}
