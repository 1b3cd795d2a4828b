import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '#app/database/schema.ts';
import type { Matter, NoticeKind } from '#app/queries/reminder/subject.ts';
import { readMembers } from '#app/queries/training/coverage.ts';
import { roleMay } from '#events/permissions.ts';
import { addDays } from '#events/time.ts';

/** Rows at most that one look takes up; the next look takes the rest. */
const most = 100_000;

/** Nobody has been told of this kind of matter on this occasion. */
const untold = (kind: NoticeKind, about: string, occasion: string | RawBuilder<string>) =>
  sql<boolean>`not exists (
    select from app.notice n
    where n.kind = ${kind} and n.about = ${sql.ref(about)}
      and n.occasion = ${typeof occasion === 'string' ? sql.ref(occasion) : occasion}
  )`;

/** Open training of people who can sign it, person by person. */
const openTraining = (db: Kysely<Database>, kind: NoticeKind) =>
  db
    .selectFrom('read.training_record as r')
    .innerJoin('read.user_account as u', 'u.uid', 'r.user_uid')
    .select(['r.uid as about', 'r.due_at as occasion', 'r.user_uid as user'])
    .where('r.status', '=', 'OPEN')
    .where(untold(kind, 'r.uid', 'r.due_at'))
    .orderBy('r.user_uid')
    .orderBy('r.due_at')
    .limit(most);

interface OpenTraining {
  about: string;
  occasion: string;
  user: string;
}

/** Without the last person's where a look ends in the middle of them: a letter names all that one person has, and comes once. */
function wholePeople(rows: OpenTraining[]): OpenTraining[] {
  if (rows.length < most) return rows;
  const last = rows.at(-1)?.user;
  const whole = rows.filter(({ user }) => user !== last);
  return whole.length > 0 ? whole : rows;
}

const toOneself = ({ about, occasion, user }: OpenTraining): Matter => ({
  about,
  occasion,
  recipients: [user],
});

/**
 * Training that is due within so many days and was not assigned within them: whoever has just been assigned it has the letter that says
 * so. `now` is ISO 8601 in UTC, here and below.
 */
export async function trainingDue(db: Kysely<Database>, now: string, days: number): Promise<Matter[]> {
  const rows = await openTraining(db, 'training-due')
    .where('u.status', '=', 'ACTIVE')
    .where('r.due_at', '>', now)
    .where('r.due_at', '<=', addDays(now, days))
    .where(sql<boolean>`r.assigned_at <= r.due_at - ${days} * interval '24 hours'`)
    .execute();
  return wholePeople(rows).map(toOneself);
}

/** Training that was due so many days ago or more. */
export async function trainingOverdue(db: Kysely<Database>, now: string, days: number): Promise<Matter[]> {
  const rows = await openTraining(db, 'training-overdue')
    .where('u.status', '=', 'ACTIVE')
    .where('r.due_at', '<=', addDays(now, -days))
    .execute();
  return wholePeople(rows).map(toOneself);
}

/**
 * The same, for the admins of the person's departments; where these have none besides the person, for all admins. What would go to nobody
 * waits until there is somebody.
 */
export async function trainingEscalated(db: Kysely<Database>, now: string, days: number): Promise<Matter[]> {
  const found = await openTraining(db, 'training-escalated')
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

/** Approvals that have been open for so many days, of people who can sign them. */
export async function approvalsWaiting(db: Kysely<Database>, now: string, days: number): Promise<Matter[]> {
  const rows = await db
    .selectFrom('read.approval as a')
    .innerJoin('read.document as d', (join) =>
      join.onRef('d.uid', '=', 'a.document_uid').onRef('d.version', '=', 'a.version'),
    )
    .innerJoin('read.user_account as u', 'u.uid', 'a.user_uid')
    .select(['a.uid as about', 'a.requested_at as occasion', 'a.user_uid as user'])
    .where('a.status', '=', 'OPEN')
    .where('d.status', '=', 'IN_REVIEW')
    .where('u.status', '=', 'ACTIVE')
    .where('u.role', '<>', 'EMPLOYEE')
    .where('a.requested_at', '<=', addDays(now, -days))
    .where(untold('approval-waiting', 'a.uid', 'a.requested_at'))
    .orderBy('a.requested_at')
    .limit(most)
    .execute();
  return rows.map(toOneself);
}

/** Documents in force whose periodic review is due: for the owner, where that person may record it, and the admins. */
export async function reviewsDue(db: Kysely<Database>, now: string): Promise<Matter[]> {
  const rows = await db
    .selectFrom('read.document as d')
    .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
    .select(['d.uid as about', 'o.uid as owner', 'o.role', 'o.status'])
    .select(sql<string>`d.review_due_at`.as('occasion'))
    .where('d.status', '=', 'EFFECTIVE')
    .where('d.review_due_at', '<=', now)
    .where(untold('review-due', 'd.uid', 'd.review_due_at'))
    .orderBy('d.review_due_at')
    .limit(most)
    .execute();
  const admins = await activeAdmins(db);
  return rows.flatMap(({ about, occasion, owner, role, status }) => {
    const own = status === 'ACTIVE' && roleMay(role, 'document.manage_own') ? [owner] : [];
    const recipients = [...new Set([...own, ...admins])];
    return recipients.length > 0 ? [{ about, occasion, recipients }] : [];
  });
}

/** Whoever belonged to the organisation at that moment. Whether anything waits for them is found when the digest is written. */
export async function digests(db: Kysely<Database>, { at, week }: { at: string; week: string }): Promise<Matter[]> {
  const rows = await db
    .selectFrom('read.user_account as u')
    .select('u.uid')
    .where('u.status', '=', 'ACTIVE')
    .where('u.created_at', '<=', at)
    .where(untold('weekly-digest', 'u.uid', sql<string>`${week}::timestamptz`))
    .orderBy('u.uid')
    .execute();
  return rows.map(({ uid }) => ({ about: uid, occasion: week, recipients: [uid] }));
}

async function activeAdmins(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('read.user_account')
    .select('uid')
    .where('status', '=', 'ACTIVE')
    .where('role', 'in', ['ADMIN', 'SUPER_ADMIN'])
    .orderBy('uid')
    .execute();
  return rows.map(({ uid }) => uid);
}
