import { sql, type Kysely } from 'kysely';
import { isAdmin, roleMay } from '#events/permissions.ts';
import { dayIn, type Instant } from '#events/time.ts';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import type { Role } from '#events/user/events.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { inOrder } from '#app/kit/query/in-order.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { readStartHere, type StartHereCards } from '#app/home/queries/start-here.ts';

const nothing = { cards: [], total: 0 };
const noCards: StartHereCards = {
  finalApprovals: nothing,
  imports: nothing,
  approvals: nothing,
  forOthers: nothing,
  stuck: nothing,
  withoutUnit: nothing,
  rejected: nothing,
  requests: nothing,
  reviews: nothing,
  drafts: nothing,
};

/** A person's open tasks, and for admins the overdue training of each department. */
export async function readDigest(
  db: Kysely<Database>,
  person: { uid: string; role: Role; timeZone: string; settings: OrganisationSettings },
  now: Instant,
) {
  const moment = { now, today: dayIn(now, person.timeZone) };
  const open = await db
    .selectFrom('read.training_record as r')
    .innerJoin('read.document as d', 'd.uid', 'r.document_uid')
    .innerJoin('read.document_version as v', (join) =>
      join.onRef('v.document_uid', '=', 'r.document_uid').onRef('v.version', '=', 'r.version'),
    )
    .select([
      'r.uid as record',
      'r.due_at as dueAt',
      'd.uid',
      'd.type',
      'd.functional_area as functionalArea',
      'd.doc_num as docNum',
    ])
    .select(['v.version', 'v.name', sql<number>`(count(*) over ())::integer`.as('total')])
    .select(sql<number>`(count(*) filter (where r.due_at < ${now}) over ())::integer`.as('overdue'))
    .where('r.user_uid', '=', person.uid)
    .where('r.status', '=', 'OPEN')
    .orderBy('r.due_at')
    .orderBy('r.uid')
    .limit(5)
    .execute();
  return {
    training: {
      items: open.map((row) => ({
        record: row.record,
        dueAt: row.dueAt,
        document: {
          uid: row.uid,
          number: documentNumber(row),
          version: row.version,
          name: row.name,
        },
      })),
      total: open[0]?.total ?? 0,
      overdue: open[0]?.overdue ?? 0,
    },
    cards: roleMay(person.role, 'document.list_all') ? await readStartHere(db, person, moment) : noCards,
    overdue: isAdmin(person.role) ? await overdueByDepartment(db, now) : [],
  };
}

/** Overdue training records by department; members of two departments count in both. Counts in the index. */
const overdueByDepartment = (db: Kysely<Database>, now: Instant): Promise<{ department: string; records: number }[]> =>
  db
    .selectFrom('read.user_account as u')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('read.training_record as r')
          .select(sql<string>`count(*)`.as('records'))
          .whereRef('r.user_uid', '=', 'u.uid')
          .where('r.status', '=', 'OPEN')
          .where('r.due_at', '<', now)
          .as('o'),
      (join) => join.on('o.records', '>', '0'),
    )
    .leftJoin('read.user_department as m', 'm.user_uid', 'u.uid')
    .leftJoin('read.department as d', 'd.uid', 'm.department_uid')
    .select([
      sql<string>`coalesce(d.name, 'No department')`.as('department'),
      sql<number>`sum(o.records)::integer`.as('records'),
    ])
    .groupBy(['d.name', 'd.name_folded'])
    .orderBy(inOrder('d.name_folded'))
    .execute();
