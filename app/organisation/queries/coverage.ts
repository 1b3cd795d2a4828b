import { sql, type ExpressionBuilder, type Kysely, type Selectable } from 'kysely';
import type { ReadTrainingRecord } from '#projections/tables.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { Member, PublishedVersion, TrainingRecord } from '#events/training/record.ts';

/** The members of these departments, or these people; INACTIVE ones too, because of their open records. */
export async function readMembers(
  db: Kysely<Database>,
  which: { departments: readonly string[] } | { users: readonly string[] },
): Promise<Member[]> {
  if (('users' in which ? which.users : which.departments).length === 0) return [];
  const rows = await db
    .selectFrom('read.user_account as u')
    .leftJoin('read.user_department as m', 'm.user_uid', 'u.uid')
    .select(({ fn }) => ['u.uid', 'u.status', fn.agg<string[]>('array_agg', ['m.department_uid']).as('departments')])
    .where((eb) => ('users' in which ? eb('u.uid', 'in', [...which.users]) : memberOf(eb, which.departments)))
    .groupBy(['u.uid', 'u.status'])
    .execute();
  return rows.map(({ uid, status, departments }) => ({ uid, status, departments: departments.filter(Boolean) }));
}

/** Whether anybody who is not deactivated belongs to these departments. */
export async function hasMembers(db: Kysely<Database>, departments: readonly string[]): Promise<boolean> {
  if (departments.length === 0) return false;
  const row = await db
    .selectFrom('read.user_account as u')
    .select('u.uid')
    .where('u.status', '<>', 'INACTIVE')
    .where((eb) => memberOf(eb, departments))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const memberOf = (
  eb: ExpressionBuilder<Database & { u: Database['read.user_account'] }, 'u'>,
  departments: readonly string[],
) =>
  eb.exists(
    eb
      .selectFrom('read.user_department as w')
      .select('w.user_uid')
      .whereRef('w.user_uid', '=', 'u.uid')
      .where('w.department_uid', 'in', [...departments]),
  );

/** The scheduled and effective versions of one document, or of all that these departments are assigned. */
export async function readPublishedVersions(
  db: Kysely<Database>,
  which: { document: string } | { departments: readonly string[] },
): Promise<PublishedVersion[]> {
  const rows = await db
    .selectFrom('read.document_version as v')
    .innerJoin('read.document as d', 'd.uid', 'v.document_uid')
    .innerJoin('read.document_department as a', (join) =>
      join.onRef('a.document_uid', '=', 'v.document_uid').onRef('a.version', '=', 'v.version'),
    )
    .select(({ fn }) => [
      'v.document_uid',
      'v.name',
      'v.version',
      'v.effective_at',
      'v.training_waived',
      'v.training_carried',
      sql<number>`case when v.status = 'EFFECTIVE' then coalesce(d.effective_training_interval, d.training_interval)
                       else d.training_interval end`.as('training_interval'),
      fn.agg<string[]>('array_agg', ['a.department_uid']).as('departments'),
    ])
    .where('v.status', 'in', ['PENDING', 'EFFECTIVE'])
    .where((eb) =>
      'document' in which
        ? eb('v.document_uid', '=', which.document)
        : eb.exists(
            eb
              .selectFrom('read.document_department as w')
              .select('w.version')
              .whereRef('w.document_uid', '=', 'v.document_uid')
              .whereRef('w.version', '=', 'v.version')
              .where('w.department_uid', 'in', which.departments.length > 0 ? [...which.departments] : [none]),
          ),
    )
    .groupBy(['v.document_uid', 'v.name', 'v.version', 'v.status', 'v.effective_at', 'v.training_waived'])
    .groupBy('v.training_carried')
    .groupBy(['d.training_interval', 'd.effective_training_interval'])
    .orderBy('v.document_uid')
    .execute();
  return rows.map((row) => ({
    document: { uid: row.document_uid, name: row.name },
    version: row.version,
    departments: row.departments,
    effectiveAt: row.effective_at ?? '',
    trainingWaived: Boolean(row.training_waived) && !row.training_carried,
    carriesOver: row.training_carried ?? false,
    trainingInterval: row.training_interval,
  }));
}

/** The training records of these documents, of these people, or of both, whatever their status. */
export async function readRecords(
  db: Kysely<Database>,
  which: { documents?: readonly string[]; users?: readonly string[]; openOnly?: boolean },
): Promise<TrainingRecord[]> {
  const { documents, users, openOnly } = which;
  let rows = db.selectFrom('read.training_record').select(columns);
  if (documents) rows = rows.where('document_uid', 'in', documents.length > 0 ? [...documents] : [none]);
  if (users) rows = rows.where('user_uid', 'in', users.length > 0 ? [...users] : [none]);
  if (openOnly) rows = rows.where('status', '=', 'OPEN');
  return (await rows.orderBy('uid').execute()).map(recordOf);
}

/** One training record of the organisation, or null. */
export async function readRecord(db: Kysely<Database>, uid: string): Promise<TrainingRecord | null> {
  const row = await db.selectFrom('read.training_record').select(columns).where('uid', '=', uid).executeTakeFirst();
  return row ? recordOf(row) : null;
}

const columns = [
  'uid',
  'user_uid',
  'document_uid',
  'version',
  'status',
  'assigned_at',
  'assigned_position',
  'due_at',
  'signed_at',
] as const satisfies (keyof ReadTrainingRecord)[];

const recordOf = (row: Pick<Selectable<ReadTrainingRecord>, (typeof columns)[number]>): TrainingRecord => ({
  record: row.uid,
  user: row.user_uid,
  document: row.document_uid,
  version: row.version,
  status: row.status,
  assignedAt: row.assigned_at,
  assignedPosition: row.assigned_position,
  dueAt: row.due_at,
  completedAt: row.signed_at,
});

/** The nil UUID, which nothing has: an SQL list cannot be empty. */
const none = '00000000-0000-0000-0000-000000000000';
