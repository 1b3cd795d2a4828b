import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { ok } from '#events/failures.ts';
import type { StepMeaning } from '#events/route/kinds.ts';
import type { Database } from '#app/database/schema.ts';
import { query } from '#app/queries/query.ts';
import { readHolders } from '#app/queries/route/in-use.ts';
import { todayOf } from '#app/queries/today.ts';

/** A step of the version's route. */
export interface StepLine {
  number: number;
  name: string;
  meaning: StepMeaning;
  /** The function that its approvers hold; null where others are asked. */
  held: Named | null;
  state: 'waiting' | 'open' | 'complete';
  /** ISO 8601 in UTC; null until the step opens. */
  dueAt: string | null;
}

/** The steps of a version, in order. */
export async function readSteps(db: Kysely<Database>, document: string, version: string): Promise<StepLine[]> {
  const rows = await db
    .selectFrom('read.version_step')
    .select(['step as number', 'name', 'meaning', 'function_uid', 'function_name'])
    .select(['opened_at', 'due_at', 'completed_at'])
    .where('document_uid', '=', document)
    .where('version', '=', version)
    .orderBy('step')
    .execute();
  return rows.map(({ opened_at, due_at, completed_at, function_uid, function_name, ...step }) => ({
    ...step,
    held: function_uid === null ? null : { uid: function_uid, name: function_name ?? '' },
    state: completed_at ? 'complete' : opened_at ? 'open' : 'waiting',
    dueAt: due_at,
  }));
}

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
