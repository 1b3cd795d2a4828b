import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { ok } from '#events/failures.ts';
import type { StepMeaning } from '#events/route/kinds.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { ReadVersionStep } from '#projections/tables.ts';
import { groupBy } from '#app/kit/query/group-by.ts';
import { query } from '#app/kit/query/query.ts';
import { readHolders } from '#app/approval-routes/queries/in-use.ts';
import { todayOf } from '#app/kit/query/today.ts';

/** A step of the version's route. */
export interface StepLine {
  number: number;
  name: string;
  meaning: StepMeaning;
  /** The function that its approvers hold; null where others are asked. */
  held: Named | null;
  /** One person may be asked in several steps of the route. */
  samePerson: boolean;
  state: 'waiting' | 'open' | 'complete';
  /** Null until the step opens. */
  dueAt: Instant | null;
}

/** The steps of a version, in order. */
export const readSteps = async (db: Kysely<Database>, document: string, version: string): Promise<StepLine[]> =>
  (await readStepsOf(db, [document])).get(`${document} ${version}`) ?? [];

/** The steps of every version of several documents (uids), in order, by `<uid> <version>`. */
export async function readStepsOf(
  db: Kysely<Database>,
  documents: readonly string[],
): Promise<Map<string, StepLine[]>> {
  if (documents.length === 0) return new Map();
  const rows = await db
    .selectFrom('read.version_step')
    .select(['document_uid', 'version', 'step as number', 'name', 'meaning', 'function_uid', 'function_name'])
    .select('same_person')
    .select(['opened_at', 'due_at', 'completed_at'])
    .where('document_uid', 'in', [...documents])
    .orderBy('step')
    .execute();
  const byVersion = groupBy(rows, (row) => `${row.document_uid} ${row.version}`);
  return new Map([...byVersion].map(([version, own]) => [version, own.map(stepLine)]));
}

type Row = Pick<Selectable<ReadVersionStep>, 'name' | 'meaning' | 'same_person'> & {
  number: number;
  function_uid: string | null;
  function_name: string | null;
  opened_at: Instant | null;
  due_at: Instant | null;
  completed_at: Instant | null;
};

const stepLine = ({ number, name, meaning, ...row }: Row): StepLine => ({
  number,
  name,
  meaning,
  held: row.function_uid === null ? null : { uid: row.function_uid, name: row.function_name ?? '' },
  samePerson: row.same_person,
  state: row.completed_at ? 'complete' : row.opened_at ? 'open' : 'waiting',
  dueAt: row.due_at,
});

/** The steps of a document's version, and who holds their functions today; no steps where it has no route. */
export const listSteps = query({
  name: 'approval.steps',
  input: z.object({ document: z.uuid(), version: z.string() }),
  permission: 'document.view_working',
  async run({ document, version }, context) {
    const steps = await readSteps(context.db, document, version);
    const functions = steps.flatMap(({ held }) => held?.uid ?? []);
    return ok({ steps, holders: await readHolders(context.db, functions, todayOf(context)) });
  },
});
