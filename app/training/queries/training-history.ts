import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ok, refuse, type Result } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Instant } from '#events/time.ts';
import type { TrainingClaim } from '#events/training/events.ts';
import type { TrainingStatus } from '#projections/statuses.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { namedVersion, signatureOf, type NamedVersion, type OwnSignature } from '#app/kit/query/signature.ts';
import { assignedBecause, cancelledBecause } from '#app/training/words/describe-training-event.ts';
import { pageNumber, rowsOf } from '#app/kit/query/paging.ts';
import { trainingRecords } from '#app/training/queries/records.ts';
import { query } from '#app/kit/query/query.ts';
import { outsideTraining } from '#app/kit/words/version-change.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** A training record of any status. */
export interface TrainingLine {
  record: string;
  of: NamedVersion;
  status: TrainingStatus;
  assignedAt: Instant;
  /** The reason, as the end of a sentence. */
  assignedBecause: string;
  dueAt: Instant;
  signature: OwnSignature | null;
  /** The version whose signature counts, where training is carried over. */
  carriedOver: { version: string; signedAt: Instant } | null;
  /** What was asked for beside reading, which is not recorded here, in words. */
  outside: string | null;
  /** What the source of its import claims, where it is imported. */
  claimed: TrainingClaim | null;
  cancelledAt: Instant | null;
  cancelledBecause: string | null;
  /** The completion's position in the ledger. */
  position: string | null;
}

export const historyFilter = z.enum(['all', 'open', 'completed', 'cancelled']).catch('all');
export type HistoryFilter = z.output<typeof historyFilter>;
const filter = { show: historyFilter, page: pageNumber };

/** All training of the viewer: the open records first, the most urgent ahead, then the others, the newest first. */
export const ownTrainingHistory = query({
  name: 'training.own_history',
  input: z.object(filter),
  permission: 'training.view_own',
  run: async (asked, { db, viewer }) => ok(await historyOf(db, viewer.uid, asked)),
});

/** The same of anybody, for admins. */
export const memberTrainingHistory = query({
  name: 'training.member_history',
  input: z.object({ ...filter, user: z.string() }),
  permission: 'training.view_any',
  async run({ user, ...asked }, { db }) {
    const uid = z.uuid().safeParse(user);
    const person = uid.success
      ? await db
          .selectFrom('read.user_account as u')
          .select(['u.uid', nameApart('u').as('name')])
          .where('u.uid', '=', uid.data)
          .executeTakeFirst()
      : undefined;
    return person ? ok({ person, ...(await historyOf(db, person.uid, asked)) }) : refuse('not_found');
  },
});

/** One record of the viewer's own, or of anybody's for admins; else `not_found`. */
export const trainingRecord = query({
  name: 'training.record',
  input: z.object({ record: z.string() }),
  permission: 'training.view_own',
  async run({ record }, { db, viewer }): Promise<Result<TrainingLine & { person: { uid: string; name: string } }>> {
    if (!z.uuid().safeParse(record).success) return refuse('not_found');
    const row = await linesOf(db)
      .innerJoin('read.user_account as u', 'u.uid', 't.user_uid')
      .select(['u.uid as person', nameApart('u').as('personName')])
      .where('t.uid', '=', record)
      .executeTakeFirst();
    if (!row || (row.person !== viewer.uid && !roleMay(viewer.role, 'training.view_any'))) return refuse('not_found');
    return ok({ ...lineOf(row), person: { uid: row.person, name: row.personName } });
  },
});

const linesOf = (db: Kysely<Database>) =>
  trainingRecords(db)
    .select(['t.uid as record', 't.status', 't.assigned_at', 't.assigned_because', 't.due_at'])
    .select([
      't.cancelled_at',
      't.cancelled_because',
      't.signer_name',
      't.signed_name',
      't.meaning',
      't.reason',
      't.sha256',
    ])
    .select(['t.signed_at', 't.signed_with', 't.comparison', 't.completed_position', 't.carried_from', 't.claimed'])
    .select('v.change');

type Row = Awaited<ReturnType<ReturnType<typeof linesOf>['executeTakeFirstOrThrow']>>;

const lineOf = (row: Row): TrainingLine => ({
  record: row.record,
  of: namedVersion(row),
  status: row.status,
  assignedAt: row.assigned_at,
  assignedBecause: wordsFor(assignedBecause, row.assigned_because),
  dueAt: row.due_at,
  signature: signatureOf(row),
  carriedOver:
    row.carried_from !== null && row.signed_at !== null ? { version: row.carried_from, signedAt: row.signed_at } : null,
  claimed: row.claimed,
  outside: row.claimed ? null : outsideTraining(row.change?.trainingImpact),
  cancelledAt: row.cancelled_at,
  cancelledBecause: row.cancelled_because && wordsFor(cancelledBecause, row.cancelled_because),
  position: row.completed_position,
});

const wordsFor = (words: Readonly<Record<string, string>>, because: string): string => words[because] ?? because;

const statuses = { open: 'OPEN', completed: 'COMPLETED', cancelled: 'CANCELLED' } as const;

async function historyOf(db: Kysely<Database>, user: string, { show, page }: { show: HistoryFilter; page: number }) {
  const counted = await db
    .selectFrom('read.training_record')
    .select((eb) => ['status', eb.fn.countAll<string>().as('total')])
    .where('user_uid', '=', user)
    .groupBy('status')
    .execute();
  const countOf = (status: TrainingStatus): number => Number(counted.find((row) => row.status === status)?.total ?? 0);
  const counts = { open: countOf('OPEN'), completed: countOf('COMPLETED'), cancelled: countOf('CANCELLED') };
  const total = show === 'all' ? counts.open + counts.completed + counts.cancelled : counts[show];
  const { offset, ...at } = rowsOf(page, total);
  const rows = await linesOf(db)
    .where('t.user_uid', '=', user)
    .$if(show !== 'all', (lines) => lines.where('t.status', '=', statuses[show as keyof typeof statuses]))
    .orderBy(
      (eb) => eb.fn.coalesce('t.signed_at', 't.cancelled_at'),
      (order) => order.desc().nullsFirst(),
    )
    .orderBy('t.due_at')
    .orderBy('t.uid')
    .limit(at.size)
    .offset(offset)
    .execute();
  return { records: rows.map(lineOf), counts, total, ...at, show };
}
